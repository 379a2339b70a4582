# LLVM, Clang and Halide, looked up file by file. Their own CMake packages are not used: Debian's Clang package refers
# to static libraries and programs that need not be installed, and Halide's asks for CMake 3.28.

# ---- LLVM and Clang ----------------------------------------------------------------------------------------------
set(major ${FULLGRAPH_LLVM_MAJOR})
set(llvm_hints "/usr/lib/llvm-${major}" "/usr/local/opt/llvm@${major}" "/opt/homebrew/opt/llvm@${major}" "/usr/local")
set(FULLGRAPH_LLVM_PREFIX "" CACHE PATH "LLVM's prefix; empty: looked for in the usual places")
if(FULLGRAPH_LLVM_PREFIX)
  set(llvm_hints "${FULLGRAPH_LLVM_PREFIX}")
endif()

find_path(FULLGRAPH_LLVM_INCLUDE_DIR llvm/Config/llvm-config.h HINTS ${llvm_hints} PATH_SUFFIXES include NO_CACHE)
find_path(FULLGRAPH_CLANG_INCLUDE_DIR clang/Basic/Version.inc HINTS ${llvm_hints} PATH_SUFFIXES include NO_CACHE)
find_library(FULLGRAPH_LLVM_LIBRARY NAMES LLVM-${major} LLVM HINTS ${llvm_hints} PATH_SUFFIXES lib NO_CACHE)
find_library(FULLGRAPH_CLANG_LIBRARY NAMES clang-cpp "libclang-cpp.so.${major}.1" "libclang-cpp.so.${major}"
             HINTS ${llvm_hints} PATH_SUFFIXES lib NO_CACHE)
foreach(part LLVM_INCLUDE_DIR CLANG_INCLUDE_DIR LLVM_LIBRARY CLANG_LIBRARY)
  if(NOT FULLGRAPH_${part})
    message(FATAL_ERROR
      "LLVM/Clang ${major} not found (${part}). On Debian: apt-get install llvm-${major}-dev libclang-${major}-dev "
      "libclang-cpp${major} (from apt.llvm.org where the distribution has no version ${major}). Elsewhere set "
      "FULLGRAPH_LLVM_PREFIX, or FULLGRAPH_LLVM_MAJOR for another version.")
  endif()
endforeach()
file(STRINGS "${FULLGRAPH_LLVM_INCLUDE_DIR}/llvm/Config/llvm-config.h" llvm_version_line
     REGEX "define LLVM_VERSION_MAJOR ")
if(NOT llvm_version_line MATCHES "LLVM_VERSION_MAJOR ${major}$")
  message(FATAL_ERROR "${FULLGRAPH_LLVM_INCLUDE_DIR} is not LLVM ${major}: ${llvm_version_line}")
endif()
get_filename_component(FULLGRAPH_LLVM_PREFIX_DIR "${FULLGRAPH_LLVM_INCLUDE_DIR}/.." ABSOLUTE)

# Clang's own headers (stddef.h, immintrin.h): what the tool parses users' sources with.
find_path(FULLGRAPH_CLANG_RESOURCE_DIR include/stddef.h
          HINTS "${FULLGRAPH_LLVM_PREFIX_DIR}/lib/clang/${major}" "${FULLGRAPH_LLVM_PREFIX_DIR}/lib64/clang/${major}"
          NO_DEFAULT_PATH NO_CACHE)
string(REGEX REPLACE "/+$" "" FULLGRAPH_CLANG_RESOURCE_DIR "${FULLGRAPH_CLANG_RESOURCE_DIR}")
if(NOT FULLGRAPH_CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "Clang's resource directory not found under ${FULLGRAPH_LLVM_PREFIX_DIR}/lib/clang/${major}. "
                      "On Debian: apt-get install libclang-common-${major}-dev")
endif()

add_library(fullgraph_llvm INTERFACE)
target_include_directories(fullgraph_llvm SYSTEM INTERFACE "${FULLGRAPH_LLVM_INCLUDE_DIR}")
target_compile_definitions(fullgraph_llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                           __STDC_LIMIT_MACROS)
target_link_libraries(fullgraph_llvm INTERFACE "${FULLGRAPH_LLVM_LIBRARY}")
add_library(fullgraph_clang INTERFACE)
target_include_directories(fullgraph_clang SYSTEM INTERFACE "${FULLGRAPH_CLANG_INCLUDE_DIR}")
target_link_libraries(fullgraph_clang INTERFACE "${FULLGRAPH_CLANG_LIBRARY}" fullgraph_llvm)

# ---- Halide ------------------------------------------------------------------------------------------------------
file(GLOB venv_halide "${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/halide")
if(FULLGRAPH_HALIDE_DIR)
  set(halide_search HINTS "${FULLGRAPH_HALIDE_DIR}" NO_DEFAULT_PATH)
else()
  set(halide_search HINTS ${venv_halide})
endif()
find_path(FULLGRAPH_HALIDE_INCLUDE_DIR Halide.h ${halide_search} PATH_SUFFIXES include NO_CACHE)
find_library(FULLGRAPH_HALIDE_LIBRARY Halide ${halide_search} PATH_SUFFIXES lib64 lib NO_CACHE)
if(NOT FULLGRAPH_HALIDE_INCLUDE_DIR OR NOT FULLGRAPH_HALIDE_LIBRARY)
  message(FATAL_ERROR "Halide not found. './dev build' installs it into .venv (PyPI: halide==21.0.0); or set "
                      "FULLGRAPH_HALIDE_DIR to the prefix of a Halide 19 or later.")
endif()
set(halide_major 0)
foreach(header HalideRuntime.h Halide.h)
  if(EXISTS "${FULLGRAPH_HALIDE_INCLUDE_DIR}/${header}" AND halide_major EQUAL 0)
    file(STRINGS "${FULLGRAPH_HALIDE_INCLUDE_DIR}/${header}" halide_version_line
         REGEX "define HALIDE_VERSION_MAJOR [0-9]+" LIMIT_COUNT 1)
    if(halide_version_line MATCHES "MAJOR ([0-9]+)")
      set(halide_major ${CMAKE_MATCH_1})
    endif()
  endif()
endforeach()
if(halide_major LESS 19)
  message(FATAL_ERROR "Halide ${halide_major} in ${FULLGRAPH_HALIDE_INCLUDE_DIR} is too old: 19 or later is needed")
endif()
cmake_path(GET FULLGRAPH_HALIDE_LIBRARY PARENT_PATH FULLGRAPH_HALIDE_LIBRARY_DIR)

add_library(fullgraph_halide INTERFACE)
target_include_directories(fullgraph_halide SYSTEM INTERFACE "${FULLGRAPH_HALIDE_INCLUDE_DIR}")
target_link_libraries(fullgraph_halide INTERFACE "${FULLGRAPH_HALIDE_LIBRARY}")

message(STATUS "fullgraph: LLVM/Clang ${major} in ${FULLGRAPH_LLVM_PREFIX_DIR}, Halide ${halide_major} in "
               "${FULLGRAPH_HALIDE_LIBRARY_DIR}")

# What the compiler's sources need to know about the build; included as "lib/Config.h".
file(RELATIVE_PATH FULLGRAPH_DEFINITIONS_INSTALLED "/prefix/${CMAKE_INSTALL_INCLUDEDIR}/fullgraph"
     "/prefix/${CMAKE_INSTALL_LIBDIR}/fullgraph/library")
configure_file("${PROJECT_SOURCE_DIR}/cmake/Config.h.in" "${PROJECT_BINARY_DIR}/generated/lib/Config.h")
