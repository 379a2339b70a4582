# The names that users see (fullgraph::fullgraph, fullgraph::tool), the same in an add_subdirectory() and after
# find_package(), and the install rules.

if(NOT TARGET fullgraph::fullgraph)
  add_library(fullgraph::fullgraph ALIAS fullgraph_runtime)
endif()
# The headers under LibTorch's names, for sources that include <torch/torch.h> and are not to be edited.
add_library(fullgraph_torch_compat INTERFACE)
add_library(fullgraph::torch_compat ALIAS fullgraph_torch_compat)
target_link_libraries(fullgraph_torch_compat INTERFACE fullgraph_runtime)
target_include_directories(fullgraph_torch_compat INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include/fullgraph/compat>"
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/fullgraph/compat>")
set_target_properties(fullgraph_torch_compat PROPERTIES EXPORT_NAME torch_compat)
set_target_properties(fullgraph_runtime PROPERTIES EXPORT_NAME fullgraph OUTPUT_NAME fullgraph
                      ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(FULLGRAPH_RUNTIME_FILE "${PROJECT_BINARY_DIR}/lib/libfullgraph.a")

if(TARGET fullgraph)
  add_executable(fullgraph::tool ALIAS fullgraph)
  fullgraph_sanitizer_options(fullgraph)
  set_target_properties(fullgraph PROPERTIES EXPORT_NAME tool RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
elseif(FULLGRAPH_TOOL)
  add_executable(fullgraph::tool IMPORTED GLOBAL)
  set_target_properties(fullgraph::tool PROPERTIES IMPORTED_LOCATION "${FULLGRAPH_TOOL}")
endif()

if(TARGET fullgraph_jit)
  add_library(fullgraph::jit ALIAS fullgraph_jit)
  set_target_properties(fullgraph_jit PROPERTIES EXPORT_NAME jit)
  set_target_properties(fullgraph_jit_first PROPERTIES EXPORT_NAME jit_first)
endif()

if(NOT FULLGRAPH_INSTALL)
  return()
endif()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/fullgraph")
install(TARGETS fullgraph_runtime EXPORT fullgraphTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS fullgraph_torch_compat EXPORT fullgraphTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/fullgraph" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/library" DESTINATION "${CMAKE_INSTALL_LIBDIR}/fullgraph")
if(TARGET fullgraph)
  install(TARGETS fullgraph EXPORT fullgraphTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # What the tool needs beside it, so that an installation neither points into this tree nor breaks when it is moved:
  # Clang's own headers, and libHalide where it is not a system library.
  install(DIRECTORY "${FULLGRAPH_CLANG_RESOURCE_DIR}/include"
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/fullgraph/clang/${FULLGRAPH_LLVM_MAJOR}")
  cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${FULLGRAPH_HALIDE_LIBRARY}" NORMALIZE halide_is_private)
  if(halide_is_private OR FULLGRAPH_HALIDE_DIR)
    file(REAL_PATH "${FULLGRAPH_HALIDE_LIBRARY}" halide_file)
    install(PROGRAMS "${halide_file}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/fullgraph" RENAME libHalide.so)
  endif()
  cmake_path(GET FULLGRAPH_LLVM_LIBRARY PARENT_PATH llvm_library_folder)
  set_target_properties(fullgraph PROPERTIES
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/fullgraph;${llvm_library_folder}")
endif()
if(TARGET fullgraph_jit)
  install(TARGETS fullgraph_jit EXPORT fullgraphTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS fullgraph_jit_first EXPORT fullgraphTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/fullgraph")
  set_target_properties(fullgraph_jit PROPERTIES INSTALL_RPATH "$ORIGIN/fullgraph;${llvm_library_folder}")
endif()
install(EXPORT fullgraphTargets NAMESPACE fullgraph:: DESTINATION "${package_folder}")

include(CMakePackageConfigHelpers)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fullgraphConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/cmake/fullgraphConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/cmake/fullgraphConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/cmake/fullgraphConfig.cmake"
              "${PROJECT_BINARY_DIR}/generated/cmake/fullgraphConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FullgraphCompile.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FullgraphMerge.cmake"
        DESTINATION "${package_folder}")
