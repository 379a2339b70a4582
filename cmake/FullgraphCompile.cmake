# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#[=======================================================================[.rst:
fullgraph_compile
-----------------

Compiles the ``FG_COMPILE`` functions of a target's C++ sources ahead of time::

  fullgraph_compile(<target>
    [SOURCES <file>...]     # only these; default: all C++ sources of the target
    [TARGETS <target>...]   # host (default), x86-64-v3, aarch64-linux, ...: what kernels are compiled for;
                           # host on x86-64: AVX2, and AVX-512 beside it for the kernels that gain most
    [MODE <mode>]           # default, reduce-overhead, max-autotune, max-autotune-no-cudagraphs
    [TUNING <file>]         # what 'fullgraph tune' measured: see below
    [FULLGRAPH]             # each graph break is an error, in every function
    [AHEAD]                 # what is left to the first call is an error, in every function
    [PROFILE <file>]        # versions for the calls that FULLGRAPH_PROFILE=<file> recorded, too
    [REPORT <folder>|<page.html>] # writes <folder>/<source>.json for each source, or one page for the target
  )

Call it in the folder that defines the target. The work is done at the end of that folder's ``CMakeLists.txt``, so that
sources and properties which are added after the call count. For each source, the tool is run with the flags that the
target's compiler gets (definitions, include directories, options and standard, also those that linked targets
bring, and the source's own), and with the target's other sources of the same flags (``--with``): it inlines functions that they define,
and builds code for what they call compiled functions with. What it writes, ``<source>.fg.cpp``, is compiled in the source's place, and the
kernels, ``<source>.fg.a``, are linked. A static library gets the kernels into its own archive; an object library hands
them on to what links it.

``TUNING`` names a file to commit, from which kernels take their tiles and grains. With it there is a target
``<target>_tune``, which measures the kernels of the target on this machine and writes the file; what it has already stays::

  cmake --build build --target app_tune

Builds measure nothing then, and depend on the file. Under ``MODE max-autotune`` they measure the kernels that the file
lacks; without ``TUNING`` they keep what they measured in the build folder.

The target links ``fullgraph::fullgraph`` itself, as it does without this function.
#]=======================================================================]

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(fullgraph_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FULLGRAPH;AHEAD" "MODE;TUNING;PROFILE;REPORT" "SOURCES;TARGETS")
  _fullgraph_check_arguments(${ARGN})
  if(NOT TARGET ${target})
    message(FATAL_ERROR "fullgraph_compile(${target}): there is no such target")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "fullgraph_compile(${target}): it is of type ${type}, which compiles nothing")
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "fullgraph_compile(${target}): call it in ${folder}/CMakeLists.txt, which defines the target")
  endif()
  if(NOT TARGET fullgraph::tool)
    message(FATAL_ERROR "fullgraph_compile(${target}): there is no fullgraph::tool. This build of fullgraph has "
                        "FULLGRAPH_BUILD_TOOL off: set FULLGRAPH_TOOL to a fullgraph executable of this machine.")
  endif()
  get_target_property(called ${target} FULLGRAPH_OPTIONS)
  if(NOT called STREQUAL "called-NOTFOUND")
    message(FATAL_ERROR "fullgraph_compile(${target}): called twice for this target")
  endif()

  set(options "")
  foreach(kernel_target IN LISTS arg_TARGETS)
    list(APPEND options "--target=${kernel_target}")
  endforeach()
  if(NOT arg_TARGETS AND CMAKE_CROSSCOMPILING)
    string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}-${CMAKE_SYSTEM_NAME}" kernel_target)
    list(APPEND options "--target=${kernel_target}")
  endif()
  if(arg_MODE)
    list(APPEND options "--mode=${arg_MODE}")
  endif()
  if(arg_AHEAD)
    list(APPEND options --ahead)
  endif()
  if(arg_FULLGRAPH)
    list(APPEND options "--fullgraph")
  endif()
  if(arg_TUNING)
    cmake_path(ABSOLUTE_PATH arg_TUNING BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND options "--tuning=${arg_TUNING}")
  endif()
  if(arg_PROFILE)
    cmake_path(ABSOLUTE_PATH arg_PROFILE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND options "--profile=${arg_PROFILE}")
  endif()
  set(page "")
  if(arg_REPORT)
    cmake_path(ABSOLUTE_PATH arg_REPORT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    if(arg_REPORT MATCHES "\\.html?$")
      set(page "${arg_REPORT}")
      set(arg_REPORT "${CMAKE_CURRENT_BINARY_DIR}/fullgraph/${target}")
    endif()
  endif()
  set_target_properties(${target} PROPERTIES
    FULLGRAPH_OPTIONS "${options}" FULLGRAPH_SOURCES "${arg_SOURCES}" FULLGRAPH_REPORT "${arg_REPORT}"
    FULLGRAPH_PROFILE "${arg_PROFILE}" FULLGRAPH_TUNING "${arg_TUNING}" FULLGRAPH_PAGE "${page}")
  # Without EVAL the deferred call would look up `target` when this function's variables are gone.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _fullgraph_compile_now [[${target}]])")
endfunction()

# What is wrong with the arguments of fullgraph_compile, whose variables this reads, ends the configuration here.
macro(_fullgraph_check_arguments)
  set(where "fullgraph_compile(${target})")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${where}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}; there are SOURCES, TARGETS, MODE, "
                        "TUNING, FULLGRAPH, AHEAD, PROFILE, REPORT")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${where}: no value after ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  foreach(keyword MODE TUNING PROFILE REPORT) # CMake takes the last value and says nothing
    set(given ${ARGN})
    list(FILTER given INCLUDE REGEX "^${keyword}$")
    list(LENGTH given times)
    if(times GREATER 1)
      message(FATAL_ERROR "${where}: ${keyword} is given twice")
    endif()
  endforeach()
  set(modes default reduce-overhead max-autotune max-autotune-no-cudagraphs)
  if(arg_MODE AND NOT arg_MODE IN_LIST modes)
    list(JOIN modes ", " modes)
    message(FATAL_ERROR "${where}: MODE is '${arg_MODE}', and there are ${modes}")
  endif()
  foreach(keyword TUNING PROFILE) # `tuning` and `profile` are their paths
    string(TOLOWER "${keyword}" path)
    if(arg_${keyword})
      cmake_path(ABSOLUTE_PATH arg_${keyword} BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE ${path})
      if(IS_DIRECTORY "${${path}}")
        message(FATAL_ERROR "${where}: ${keyword} is '${arg_${keyword}}', and should be a file")
      endif()
    endif()
  endforeach()
endmacro()

# Replaces each C++ source of the target with what the tool makes of it.
function(_fullgraph_compile_now target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(chosen ${target} FULLGRAPH_SOURCES)
  get_target_property(type ${target} TYPE)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(configs "None")
  if(CMAKE_BUILD_TYPE)
    set(configs "${CMAKE_BUILD_TYPE}")
  endif()
  set(config_folder "")
  if(multi_config)
    set(configs ${CMAKE_CONFIGURATION_TYPES})
    set(config_folder "/$<CONFIG>")
  endif()
  set(wanted "")
  foreach(source IN LISTS chosen)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND wanted "${source}")
  endforeach()

  _fullgraph_target_flags(target_flags ${target})
  set(new_sources "")
  set(tune_commands "")
  set(archives "")
  set(reports "")
  set(generated_sources "")
  set(names "")
  # What one source calls, another one of the target may define. Sources with other flags may mean something else.
  set(cxx_sources "")
  foreach(source IN LISTS sources)
    _fullgraph_is_cxx_source(is_cxx absolute "${source}")
    if(is_cxx AND EXISTS "${absolute}")
      list(APPEND cxx_sources "${absolute}")
      _fullgraph_source_flags(flags_of_${absolute} "${source}")
    endif()
  endforeach()
  foreach(source IN LISTS sources)
    _fullgraph_is_cxx_source(compile absolute "${source}")
    if(NOT compile OR (chosen AND NOT absolute IN_LIST wanted))
      list(APPEND new_sources "${source}")
      continue()
    endif()
    list(REMOVE_ITEM wanted "${absolute}")

    # app/sub/model.cpp becomes <build>/fullgraph/app/[<config>/]sub/model.fg.cpp.
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${absolute}")
    if(name MATCHES "^\\.\\./|^/")
      cmake_path(GET absolute FILENAME name)
    endif()
    cmake_path(REMOVE_EXTENSION name LAST_ONLY OUTPUT_VARIABLE stem)
    if("${stem}" IN_LIST names)
      string(REPLACE "." "_" stem "${name}")
    endif()
    list(APPEND names "${stem}")

    set(base "${CMAKE_CURRENT_BINARY_DIR}/fullgraph/${target}${config_folder}/${stem}")
    _fullgraph_source_flags(source_flags "${source}")
    set(with "")
    foreach(other IN LISTS cxx_sources)
      if(NOT other STREQUAL absolute AND "${flags_of_${other}}" STREQUAL "${source_flags}")
        list(APPEND with "--with=${other}")
      endif()
    endforeach()
    _fullgraph_compile_source("${base}" ${target} "${absolute}" "${stem}" "${with}")
    _fullgraph_tune_source(tune_commands ${target} "${base}" "${absolute}" "${with}")
    list(APPEND new_sources "${base}.fg.cpp")
    list(APPEND archives "${base}.fg.a")
    list(APPEND generated_sources "${base}.fg.cpp")
    list(APPEND reports "${base}.json")
    # One condition for the language: CMake evaluates the file once a language of the project, and the contents differ.
    file(GENERATE OUTPUT "${base}.flags" CONTENT "${target_flags}${source_flags}" TARGET ${target}
         CONDITION "$<COMPILE_LANGUAGE:CXX>")
  endforeach()
  if(wanted)
    message(FATAL_ERROR "fullgraph_compile(${target}): not among the target's C++ sources: ${wanted}")
  endif()
  if(tune_commands)
    add_custom_target(${target}_tune ${tune_commands} USES_TERMINAL VERBATIM
                      COMMENT "fullgraph tune of ${target}: a minute a source at most")
    if(TARGET fullgraph::jit)
      add_dependencies(${target}_tune fullgraph::jit)
    endif()
  endif()
  get_target_property(page ${target} FULLGRAPH_PAGE)
  if(page AND reports)
    if(multi_config)
      cmake_path(GET page PARENT_PATH page_folder)
      cmake_path(GET page FILENAME page_name)
      set(page "${page_folder}/$<CONFIG>/${page_name}")
    endif()
    foreach(config IN LISTS configs)
      string(REPLACE "$<CONFIG>" "${config}" page_folder "${page}")
      cmake_path(GET page_folder PARENT_PATH page_folder)
      file(MAKE_DIRECTORY "${page_folder}")
    endforeach()
    # The reports are written with the sources, and are by-products: not every generator lets a command depend on those.
    add_custom_command(OUTPUT "${page}" COMMAND fullgraph::tool report ${reports} -o "${page}"
                       DEPENDS ${generated_sources} COMMENT "fullgraph report of ${target}" VERBATIM)
    list(APPEND new_sources "${page}")
  endif()
  set_property(TARGET ${target} PROPERTY SOURCES ${new_sources})
  if(NOT archives)
    message(AUTHOR_WARNING "fullgraph_compile(${target}): the target has no C++ source")
  else()
    _fullgraph_link_archives(${target} ${type} "${archives}")
  endif()
endfunction()

# Is this entry of SOURCES a C++ source file? Sets its absolute path.
function(_fullgraph_is_cxx_source result_var absolute_var source)
  set(${result_var} FALSE PARENT_SCOPE)
  set(${absolute_var} "" PARENT_SCOPE)
  if(source MATCHES "\\$<")
    return()
  endif()
  get_source_file_property(header_only "${source}" HEADER_FILE_ONLY)
  get_source_file_property(language "${source}" LANGUAGE)
  if(header_only OR (language AND NOT language STREQUAL "CXX"))
    return()
  endif()
  cmake_path(GET source EXTENSION LAST_ONLY extension)
  string(REGEX REPLACE "^\\." "" extension "${extension}")
  if(NOT language AND NOT extension IN_LIST CMAKE_CXX_SOURCE_FILE_EXTENSIONS)
    return()
  endif()
  set(absolute "${source}")
  cmake_path(ABSOLUTE_PATH absolute BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  if(NOT EXISTS "${absolute}")
    get_source_file_property(generated "${source}" GENERATED)
    if(generated)
      set(absolute "${source}")
      cmake_path(ABSOLUTE_PATH absolute BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
    endif()
  endif()
  set(${result_var} TRUE PARENT_SCOPE)
  set(${absolute_var} "${absolute}" PARENT_SCOPE)
endfunction()

# Adds the command that measures a source's kernels, where the target has a file for that.
function(_fullgraph_tune_source result_var target base source with)
  get_target_property(tuning ${target} FULLGRAPH_TUNING)
  get_target_property(options ${target} FULLGRAPH_OPTIONS)
  if(NOT tuning)
    return()
  endif()
  list(FILTER options INCLUDE REGEX "^--(target|profile)=")
  set(${result_var} ${${result_var}} COMMAND fullgraph::tool tune "${source}" -o "${tuning}" "--flags-file=${base}.flags"
      ${options} ${with} PARENT_SCOPE)
endfunction()

# The command that makes <base>.fg.cpp and <base>.fg.a, and the properties that <base>.fg.cpp is compiled with. `with`
# are the flags for the target's other sources.
function(_fullgraph_compile_source base target source stem with)
  get_target_property(options ${target} FULLGRAPH_OPTIONS)
  get_target_property(report ${target} FULLGRAPH_REPORT)
  get_target_property(profile ${target} FULLGRAPH_PROFILE)
  if(NOT profile)
    set(profile "")
  endif()
  # Where there is none yet, the tool says so, or writes it; from then on it is among the dependencies that the tool lists.
  get_target_property(tuning ${target} FULLGRAPH_TUNING)
  if(NOT tuning OR NOT EXISTS "${tuning}")
    set(tuning "")
  endif()
  set(outputs "${base}.fg.cpp" "${base}.fg.a")
  set(byproducts "")
  if(report)
    set(report "${report}${config_folder}/${stem}.json")
    list(APPEND options "--report=${report}")
    set(byproducts BYPRODUCTS "${report}")
  endif()
  foreach(config IN LISTS configs)
    foreach(file "${base}" "${report}")
      string(REPLACE "$<CONFIG>" "${config}" file "${file}")
      cmake_path(GET file PARENT_PATH folder)
      file(MAKE_DIRECTORY "${folder}")
    endforeach()
  endforeach()
  get_source_file_property(object_depends "${source}" OBJECT_DEPENDS)
  if(NOT object_depends)
    set(object_depends "")
  endif()
  file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${source}")
  add_custom_command(
    OUTPUT ${outputs} ${byproducts}
    COMMAND fullgraph::tool "${source}" -o "${base}.fg.cpp" --archive "${base}.fg.a" --depfile "${base}.d"
            "--flags-file=${base}.flags" ${options} ${with}
    # The executable's file: a new tool writes new code.
    DEPENDS "${source}" "${base}.flags" "$<TARGET_FILE:fullgraph::tool>" ${profile} ${tuning} ${object_depends}
    DEPFILE "${base}.d"
    COMMENT "fullgraph ${shown}"
    VERBATIM)

  # The generated file is compiled as the source would have been: found beside it are the headers that it names in
  # quotes, and it has the same properties.
  cmake_path(GET source PARENT_PATH source_folder)
  foreach(config IN LISTS configs)
    string(REPLACE "$<CONFIG>" "${config}" generated "${base}.fg.cpp")
    foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES OBJECT_DEPENDS
                     SKIP_PRECOMPILE_HEADERS)
      get_source_file_property(value "${source}" ${property})
      if(value)
        set_property(SOURCE "${generated}" PROPERTY ${property} "${value}")
      endif()
    endforeach()
    set_property(SOURCE "${generated}" APPEND PROPERTY COMPILE_OPTIONS -iquote "${source_folder}")
  endforeach()
endfunction()

# The compiler flags of a target, one argument a line and without quoting: the tool's --flags-file. A line that begins
# with SHELL: is split as a shell would.
function(_fullgraph_target_flags result_var target)
  set(flags "")
  # So that Clang finds the same standard library as the target's compiler.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-libgcc-file-name OUTPUT_VARIABLE libgcc
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(libgcc)
      cmake_path(GET libgcc PARENT_PATH gcc_folder)
      string(APPEND flags "--gcc-install-dir=${gcc_folder}\n")
    endif()
    if(CMAKE_CROSSCOMPILING)
      execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -dumpmachine OUTPUT_VARIABLE triple
                      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      string(APPEND flags "--target=${triple}\n")
    endif()
  endif()
  if(CMAKE_CXX_COMPILER_TARGET)
    string(APPEND flags "--target=${CMAKE_CXX_COMPILER_TARGET}\n")
  endif()
  if(CMAKE_CXX_COMPILER_EXTERNAL_TOOLCHAIN)
    string(APPEND flags "--gcc-toolchain=${CMAKE_CXX_COMPILER_EXTERNAL_TOOLCHAIN}\n")
  endif()
  if(CMAKE_SYSROOT)
    string(APPEND flags "--sysroot=${CMAKE_SYSROOT}\n")
  endif()

  foreach(property COMPILE_DEFINITIONS INCLUDE_DIRECTORIES COMPILE_OPTIONS)
    set(${property} "$<TARGET_PROPERTY:${target},${property}>")
  endforeach()
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    get_target_property(symbol ${target} DEFINE_SYMBOL)
    if(NOT symbol)
      string(MAKE_C_IDENTIFIER "${target}_EXPORTS" symbol)
    endif()
    string(APPEND flags "-D${symbol}\n")
  endif()
  string(APPEND flags "$<$<BOOL:${COMPILE_DEFINITIONS}>:-D$<JOIN:${COMPILE_DEFINITIONS},\n-D>\n>")
  string(APPEND flags "$<$<BOOL:${INCLUDE_DIRECTORIES}>:-I$<JOIN:${INCLUDE_DIRECTORIES},\n-I>\n>")
  string(APPEND flags "SHELL:${CMAKE_CXX_FLAGS}\n")
  foreach(config IN LISTS configs)
    string(TOUPPER "${config}" upper)
    string(APPEND flags "$<$<CONFIG:${config}>:SHELL:${CMAKE_CXX_FLAGS_${upper}}\n>")
  endforeach()

  # The standard: the highest of the property and the features that linked targets ask for (fullgraph::fullgraph: 20).
  get_target_property(standard ${target} CXX_STANDARD)
  get_target_property(extensions ${target} CXX_EXTENSIONS)
  set(dialect gnu)
  if(extensions STREQUAL "extensions-NOTFOUND")
    if(DEFINED CMAKE_CXX_EXTENSIONS_DEFAULT AND NOT CMAKE_CXX_EXTENSIONS_DEFAULT)
      set(dialect c)
    endif()
  elseif(NOT extensions)
    set(dialect c)
  endif()
  set(features "$<TARGET_PROPERTY:${target},COMPILE_FEATURES>")
  set(is_26 "$<OR:$<STREQUAL:${standard},26>,$<IN_LIST:cxx_std_26,${features}>>")
  set(is_23 "$<OR:$<STREQUAL:${standard},23>,$<IN_LIST:cxx_std_23,${features}>>")
  string(APPEND flags "-std=${dialect}++$<IF:${is_26},26,$<IF:${is_23},23,20>>\n")
  string(APPEND flags "$<$<BOOL:${COMPILE_OPTIONS}>:$<JOIN:${COMPILE_OPTIONS},\n>\n>")

  get_target_property(compile_flags ${target} COMPILE_FLAGS)
  if(compile_flags)
    string(APPEND flags "SHELL:${compile_flags}\n")
  endif()

  # Sources may lean on a precompiled header that CMake includes for them; the tool reads it as text.
  get_target_property(pch ${target} PRECOMPILE_HEADERS)
  get_target_property(pch_from ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  set(pch_target ${target})
  if(pch_from)
    set(pch_target ${pch_from})
  endif()
  if(pch OR pch_from)
    get_target_property(pch_folder ${pch_target} BINARY_DIR)
    string(APPEND flags "-include\n${pch_folder}/CMakeFiles/${pch_target}.dir${config_folder}/cmake_pch.hxx\n")
  endif()
  set(${result_var} "${flags}" PARENT_SCOPE)
endfunction()

# The flags that one source has of its own; they follow the target's.
function(_fullgraph_source_flags result_var source)
  set(flags "")
  foreach(pair "COMPILE_DEFINITIONS;-D" "INCLUDE_DIRECTORIES;-I" "COMPILE_OPTIONS;")
    list(GET pair 0 property)
    list(GET pair 1 prefix)
    get_source_file_property(values "${source}" ${property})
    if(values)
      string(APPEND flags "${prefix}$<JOIN:${values},\n${prefix}>\n")
    endif()
  endforeach()
  get_source_file_property(value "${source}" COMPILE_FLAGS)
  if(value)
    string(APPEND flags "SHELL:${value}\n")
  endif()
  set(${result_var} "${flags}" PARENT_SCOPE)
endfunction()

# Lets the kernels reach the program: into a static library's own archive, so that it can be installed as any other;
# else onto the link line, before fullgraph::fullgraph, whose Halide runtime they use. An object library passes them on.
function(_fullgraph_link_archives target type archives)
  # Programs look for the run-time compiler in their run path, as long as they are not installed; see
  # docs/architecture.md. A static library tells the programs that link it.
  if(TARGET fullgraph::jit)
    add_dependencies(${target} fullgraph::jit)
    if(type STREQUAL "STATIC_LIBRARY")
      target_link_options(${target} INTERFACE "$<BUILD_INTERFACE:LINKER:-rpath,$<TARGET_FILE_DIR:fullgraph::jit>>")
    else()
      set_property(TARGET ${target} APPEND PROPERTY BUILD_RPATH "$<TARGET_FILE_DIR:fullgraph::jit>")
    endif()
  endif()
  if(type STREQUAL "STATIC_LIBRARY")
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND "${CMAKE_COMMAND}" "-DAR=${CMAKE_AR}" "-DLIBRARY=$<TARGET_FILE:${target}>" "-DARCHIVES=${archives}"
              -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/FullgraphMerge.cmake"
      VERBATIM)
    return()
  endif()
  set(scope PRIVATE)
  if(type STREQUAL "OBJECT_LIBRARY")
    set(scope PUBLIC)
  endif()
  # Imported libraries, because a plain file has no dependencies: CMake would put it behind fullgraph::fullgraph.
  set(number 0)
  foreach(archive IN LISTS archives)
    math(EXPR number "${number} + 1")
    set(library _fullgraph_${target}_${number})
    add_library(${library} STATIC IMPORTED GLOBAL)
    set_target_properties(${library} PROPERTIES IMPORTED_LOCATION "${archive}")
    if(multi_config)
      set_target_properties(${library} PROPERTIES IMPORTED_CONFIGURATIONS "${configs}")
      foreach(config IN LISTS configs)
        string(REPLACE "$<CONFIG>" "${config}" file "${archive}")
        string(TOUPPER "${config}" upper)
        set_target_properties(${library} PROPERTIES IMPORTED_LOCATION_${upper} "${file}")
      endforeach()
    endif()
    target_link_libraries(${library} INTERFACE fullgraph::fullgraph)
    target_link_libraries(${target} ${scope} ${library})
  endforeach()
endfunction()

cmake_policy(POP)
