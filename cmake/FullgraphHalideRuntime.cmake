# Halide's runtime (thread pool, allocation, errors) as one object inside libfullgraph.a. Kernels are compiled without
# it, so that any number of them share this one; a program without compiled functions does not refer to it, and the
# linker leaves it out.
#
# It is made by tool/make_runtime.cpp, which needs nothing but Halide, and not by the compiler: otherwise each change
# of the compiler would relink everything that uses the runtime.

if(FULLGRAPH_BUILD_TOOL AND NOT CMAKE_CROSSCOMPILING)
  add_executable(fullgraph_make_runtime "${PROJECT_SOURCE_DIR}/tool/make_runtime.cpp")
  target_compile_features(fullgraph_make_runtime PRIVATE cxx_std_20)
  target_link_libraries(fullgraph_make_runtime PRIVATE fullgraph_halide)
  fullgraph_sanitizer_options(fullgraph_make_runtime)
  set(make_runtime fullgraph_make_runtime)
  set(make_runtime_file fullgraph_make_runtime)
elseif(FULLGRAPH_TOOL)
  set(make_runtime "${FULLGRAPH_TOOL}" emit-runtime)
  set(make_runtime_file "${FULLGRAPH_TOOL}")
else()
  set(make_runtime "")
endif()

if(make_runtime)
  set(halide_runtime_object "${PROJECT_BINARY_DIR}/runtime/halide_runtime.o")
  set(make_runtime_flags "")
  if(CMAKE_CROSSCOMPILING)
    string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}-${CMAKE_SYSTEM_NAME}" halide_runtime_target)
    set(make_runtime_flags --target "${halide_runtime_target}")
  endif()
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/runtime")
  add_custom_command(OUTPUT "${halide_runtime_object}"
    COMMAND ${make_runtime} ${make_runtime_flags} -o "${halide_runtime_object}"
    DEPENDS ${make_runtime_file} COMMENT "Generating Halide's runtime" VERBATIM)
  add_custom_target(fullgraph_halide_runtime DEPENDS "${halide_runtime_object}")
  add_dependencies(fullgraph_runtime fullgraph_halide_runtime)
  target_sources(fullgraph_runtime PRIVATE "${halide_runtime_object}")
  set_source_files_properties("${halide_runtime_object}" TARGET_DIRECTORY fullgraph_runtime
                              PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endif()
find_package(Threads REQUIRED)
target_link_libraries(fullgraph_runtime PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
