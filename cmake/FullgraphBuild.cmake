# How the project's own libraries, tool and tests are declared.

# fullgraph_add_folder(<folder>)
# add_subdirectory() for a folder named from the top.
macro(fullgraph_add_folder folder)
  add_subdirectory("${PROJECT_SOURCE_DIR}/${folder}" "${PROJECT_BINARY_DIR}/${folder}")
endmacro()

set(FULLGRAPH_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12 at -O2 in std::string and in LLVM's small vectors.
  list(APPEND FULLGRAPH_WARNINGS -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized
       -Wno-dangling-reference)
endif()

# Flags of every target of the compiler. LLVM is built without RTTI: a class that derives from one of its classes
# with RTTI would refer to type information that is not there.
function(fullgraph_compiler_flags target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE ${FULLGRAPH_WARNINGS} -fno-rtti -fexceptions)
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include"
                             "${PROJECT_BINARY_DIR}/generated")
  target_link_libraries(${target} PUBLIC fullgraph_llvm)
endfunction()

# For executables that use LLVM or Halide, in builds with AddressSanitizer.
function(fullgraph_sanitizer_options target)
  if(FULLGRAPH_SANITIZE MATCHES "address")
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tool/sanitizer_options.cpp")
  endif()
endfunction()

# fullgraph_add_library(<name> SOURCES <file>... [LINK <library>...] [PCH <header>...])
# A static library of the compiler. LLVM's support library comes with each; name fullgraph_clang or fullgraph_halide
# in LINK where their headers are used. PCH lists heavy headers, as <clang/AST/AST.h>, to be compiled once.
function(fullgraph_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PCH")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fullgraph_add_library(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  fullgraph_compiler_flags(${name})
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  fullgraph_precompile(${name} ${arg_PCH})
endfunction()

function(fullgraph_precompile target)
  if(NOT ARGN)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # A time stamp in the header would make each fresh build a miss for ccache.
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp" -fpch-instantiate-templates)
  endif()
endfunction()

# fullgraph_add_unittest(<name> SOURCES <file>... [LINK <library>...] [PCH <header>...])
# A GoogleTest program, registered with ctest as unit-<name>. FULLGRAPH_SOURCE_DIR and FULLGRAPH_BINARY_DIR are
# defined for tests that read files of the tree.
function(fullgraph_add_unittest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PCH")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fullgraph_add_unittest(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  find_package(GTest REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  if(arg_LINK MATCHES "fullgraph(_llvm|[A-Z])")
    fullgraph_compiler_flags(${name})
    fullgraph_sanitizer_options(${name})
  else()
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_compile_options(${name} PRIVATE ${FULLGRAPH_WARNINGS})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
  endif()
  target_compile_definitions(${name} PRIVATE FULLGRAPH_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                             FULLGRAPH_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_LINK} GTest::gtest GTest::gtest_main)
  fullgraph_precompile(${name} ${arg_PCH})
  add_test(NAME unit-${name} COMMAND ${name} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(unit-${name} PROPERTIES TIMEOUT 600)
  if(FULLGRAPH_SANITIZE MATCHES "thread")
    set_tests_properties(unit-${name} PROPERTIES
      ENVIRONMENT "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/test/tools/tsan.supp die_after_fork=0")
  endif()
endfunction()
