# What a user of the build can choose. Everything that is not for a sub-project is off when fullgraph is added with
# add_subdirectory(), so that the parent's `ctest` and `all` stay the parent's.
option(FULLGRAPH_BUILD_TOOL "Build the compiler (needs LLVM, Clang and Halide); off: the runtime library only" ON)
option(FULLGRAPH_BUILD_TESTS "Build and register fullgraph's own tests" ${PROJECT_IS_TOP_LEVEL})
option(FULLGRAPH_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(FULLGRAPH_BUILD_BENCH "Build the benchmarks (needs google-benchmark)" OFF)
option(FULLGRAPH_INSTALL "Create the install rules" ${PROJECT_IS_TOP_LEVEL})
set(FULLGRAPH_LLVM_MAJOR 19 CACHE STRING "LLVM/Clang major version: 19 to 22")
set_property(CACHE FULLGRAPH_LLVM_MAJOR PROPERTY STRINGS 19 20 21 22)
set(FULLGRAPH_HALIDE_DIR "" CACHE PATH
    "Prefix that holds include/Halide.h and lib*/libHalide.so; empty: .venv, then the system")
set(FULLGRAPH_TOOL "" CACHE FILEPATH
    "A fullgraph executable for this machine, for builds that do not build one (cross builds)")
set(FULLGRAPH_SANITIZE "" CACHE STRING "Sanitizers for everything that is built, e.g. address,undefined or thread")

if(NOT FULLGRAPH_LLVM_MAJOR MATCHES "^(19|20|21|22)$")
  message(FATAL_ERROR "FULLGRAPH_LLVM_MAJOR is ${FULLGRAPH_LLVM_MAJOR}; 19, 20, 21 and 22 are supported")
endif()

if(PROJECT_IS_TOP_LEVEL)
  get_property(fullgraph_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT CMAKE_BUILD_TYPE AND NOT fullgraph_multi_config)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

# Set in this folder's scope only: a parent project keeps its own choice.
if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# The runtime ends up in users' shared libraries too.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

include(GNUInstallDirs)

find_program(FULLGRAPH_CCACHE ccache)
mark_as_advanced(FULLGRAPH_CCACHE)
if(FULLGRAPH_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without the sloppiness ccache never hits on a file that is compiled with a precompiled header.
  foreach(lang C CXX)
    set(CMAKE_${lang}_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
        "${FULLGRAPH_CCACHE}")
  endforeach()
endif()

if(PROJECT_IS_TOP_LEVEL)
  find_program(FULLGRAPH_LLD NAMES ld.lld-${FULLGRAPH_LLVM_MAJOR} ld.lld)
  mark_as_advanced(FULLGRAPH_LLD)
  if(FULLGRAPH_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options("--ld-path=${FULLGRAPH_LLD}")
  endif()
endif()

if(FULLGRAPH_SANITIZE)
  add_compile_options(-fsanitize=${FULLGRAPH_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${FULLGRAPH_SANITIZE})
  if(FULLGRAPH_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
