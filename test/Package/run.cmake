cmake_minimum_required(VERSION 3.25)
# cmake -DWHICH=<which> ... -P run.cmake: copies the consumer project to a temporary folder, builds and runs it there.
# Fails with a message that says what was expected.

string(RANDOM LENGTH 8 suffix)
set(tmp "$ENV{TMPDIR}")
if(NOT tmp)
  set(tmp /tmp)
endif()
set(work "${tmp}/fullgraph-package-${suffix}")
# Characters that need quoting in a shell and in a makefile belong to a user's paths.
set(source "${work}/a consumer")
set(build "${work}/build")
file(MAKE_DIRECTORY "${work}")
file(COPY "${SOURCE}/" DESTINATION "${source}")

function(fail)
  file(REMOVE_RECURSE "${work}")
  message(FATAL_ERROR "package-${WHICH}: " ${ARGN})
endfunction()

# check_run(<variable> <command>...): runs a command; its output, both streams, goes to the variable.
function(check_run variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    fail("exit status ${status} from: ${command}\n${output}")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

function(expect_output program)
  check_run(output "${program}")
  set(expected "dense: 8 8 26 26\nblock: 0 6 22 38 54 70\nhalve: 0 0.5 1 1.5 2 2.5\nsecond: 4.5 9\nscaled: 0 2 4 6 8 10\na net 7\n")
  if(NOT output STREQUAL expected)
    fail("${program} prints\n${output}instead of\n${expected}")
  endif()
endfunction()

# A call for which the program needs the run-time compiler: it finds it, or does without. The rest are settings of the
# environment, and a pattern that else is printed, too.
function(expect_versions program versions said)
  check_run(output "${CMAKE_COMMAND}" -E env --unset=FULLGRAPH_JIT --unset=LD_LIBRARY_PATH FULLGRAPH_CACHE=0 ${ARGN}
            "${program}" f64)
  expect_match("${program} f64" "${output}" "dense, f64: 8 8 26 26\n${versions} versions\n")
  if(said)
    expect_match("${program} f64" "${output}" "${said}")
  else()
    expect_no_match("${program} f64" "${output}" "fullgraph:")
  endif()
endfunction()

function(expect_match what text)
  foreach(pattern IN LISTS ARGN)
    if(NOT text MATCHES "${pattern}")
      fail("${what}: no match for '${pattern}' in\n${text}")
    endif()
  endforeach()
endfunction()

function(expect_no_match what text)
  foreach(pattern IN LISTS ARGN)
    if(text MATCHES "${pattern}")
      fail("${what}: unwanted match for '${pattern}' in\n${text}")
    endif()
  endforeach()
endfunction()

# The sources really were compiled: the generated ones call kernels, and one report each was written.
function(expect_compiled folder)
  foreach(file app/app/main app/app/second layers/layers/dense)
    if(NOT EXISTS "${folder}/${file}.fg.cpp" OR NOT EXISTS "${folder}/${file}.fg.a")
      fail("${folder}/${file}.fg.cpp and its archive were not written")
    endif()
  endforeach()
  file(READ "${folder}/layers/layers/dense.fg.cpp" text)
  expect_match("dense.fg.cpp" "${text}" "bool dense_[0-9a-f]+_0")
endfunction()

set(find_package "-DCMAKE_PREFIX_PATH=${PREFIX}")
set(gcc -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++)
set(clang "-DCMAKE_C_COMPILER=clang-${LLVM_MAJOR}" "-DCMAKE_CXX_COMPILER=clang++-${LLVM_MAJOR}")

if(WHICH STREQUAL "find-gcc")
  check_run(log "${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${build}" ${gcc} ${find_package} -DCMAKE_BUILD_TYPE=Release)
  check_run(log "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
  expect_output("${build}/app_eager")
  expect_output("${build}/app")
  expect_compiled("${build}/fullgraph")
  check_run(output "${build}/ported")
  expect_match("ported" "${output}" "^ported: \\[2, 2\\] 2\n$")
  foreach(report main second)
    if(NOT EXISTS "${build}/reports/app/${report}.json")
      fail("no report reports/app/${report}.json")
    endif()
  endforeach()
  file(READ "${build}/layers.html" page)
  if(NOT page MATCHES "<svg viewBox")
    fail("no graph in layers.html")
  endif()
  # The program needs neither Halide nor LLVM.
  check_run(libraries ldd "${build}/app")
  expect_no_match("ldd app" "${libraries}" "Halide" "LLVM" "not found")

  # It finds the run-time compiler in its run path, or beside itself, and does without.
  expect_versions("${build}/app" 1 "")
  expect_versions("${build}/app" 0 "expected dtype f32, got f64; running eagerly" FULLGRAPH_JIT=0)
  expect_versions("${build}/app_eager" 0 "")
  file(COPY "${build}/app" DESTINATION "${work}/moved/bin")
  file(RPATH_REMOVE FILE "${work}/moved/bin/app")
  expect_versions("${work}/moved/bin/app" 0 "no run-time compiler: libfullgraph_jit\\.so")
  file(CREATE_LINK "${PREFIX}/lib" "${work}/moved/lib" SYMBOLIC)
  expect_versions("${work}/moved/bin/app" 1 "")

  check_run(log "${CMAKE_COMMAND}" --build "${build}")
  expect_match("a second build" "${log}" "no work to do")

  # Touching a header rebuilds what includes it, and nothing else.
  check_run(log "${CMAKE_COMMAND}" -E sleep 1)
  file(TOUCH "${source}/app/second.h")
  check_run(log ninja -C "${build}" -n -v)
  expect_match("after touching second.h" "${log}" "main\\.cpp" "second\\.cpp")
  expect_no_match("after touching second.h" "${log}" "dense\\.cpp -o")
  check_run(log "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
  check_run(log "${CMAKE_COMMAND}" --build "${build}")
  expect_match("after rebuilding" "${log}" "no work to do")

  # A source that does not compile: the build says where, and leaves no output of it.
  file(APPEND "${source}/app/second.cpp" "fg::Tensor f() { return unknown_name; }\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE status)
  if(status EQUAL 0)
    fail("a source with an undeclared name was built")
  endif()
  expect_match("an undeclared name" "${log}" "second\\.cpp:7:[0-9]+: error: .*unknown_name")

elseif(WHICH STREQUAL "find-clang")
  check_run(log "${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${build}" ${clang} ${find_package})
  check_run(log "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
  expect_output("${build}/app_eager")
  expect_output("${build}/app")
  expect_compiled("${build}/fullgraph")

elseif(WHICH STREQUAL "find-makefiles")
  check_run(make_is_there sh -c "command -v make || true")
  if(make_is_there)
    check_run(log "${CMAKE_COMMAND}" -G "Unix Makefiles" -S "${source}" -B "${build}" ${gcc} ${find_package})
    check_run(log "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
    expect_output("${build}/app")
  endif()

elseif(WHICH STREQUAL "find-multi-config")
  check_run(log "${CMAKE_COMMAND}" -G "Ninja Multi-Config" -S "${source}" -B "${build}" ${gcc} ${find_package})
  check_run(log "${CMAKE_COMMAND}" --build "${build}" --parallel 2 --config Release)
  expect_output("${build}/Release/app")
  if(EXISTS "${build}/fullgraph/app/Debug/app/main.fg.cpp")
    fail("building Release ran the tool for Debug")
  endif()
  file(STRINGS "${build}/fullgraph/app/Release/app/main.flags" flags)
  expect_match("main.flags of Release" "${flags}" "-DNDEBUG" "-DNET_SCALE=2")

elseif(WHICH STREQUAL "subdirectory")
  # With the tool that is built already; the runtime is built as the parent's flags say. They are this build's, so that
  # ccache has most of it.
  check_run(log "${CMAKE_COMMAND}" -E env CCACHE_NOHASHDIR=1 "${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${build}"
            "-DFULLGRAPH_SOURCE=${FULLGRAPH_SOURCE}" -DFULLGRAPH_BUILD_TOOL=OFF "-DFULLGRAPH_TOOL=${TOOL}"
            "-DCMAKE_CXX_COMPILER=${CLANGXX}" "-DCMAKE_C_COMPILER=${CLANG}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE}"
            -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=${FLAGS}")
  check_run(log "${CMAKE_COMMAND}" -E env CCACHE_NOHASHDIR=1 "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
  expect_output("${build}/app_eager")
  expect_output("${build}/app")
  check_run(output "${build}/ported")
  expect_match("ported" "${output}" "^ported: \\[2, 2\\] 2\n$")
  expect_compiled("${build}/fullgraph")
  expect_versions("${build}/app" 0 "no run-time compiler") # FULLGRAPH_BUILD_TOOL builds it

elseif(WHICH STREQUAL "subdirectory-configure")
  # With everything; only configured: building the tool twice takes minutes. The parent's ctest stays the parent's.
  check_run(log "${CMAKE_COMMAND}" -G Ninja -S "${source}" -B "${build}" ${clang} "-DFULLGRAPH_SOURCE=${FULLGRAPH_SOURCE}"
            "-DFULLGRAPH_HALIDE_DIR=${HALIDE}")
  check_run(log ctest --test-dir "${build}" -N)
  expect_match("the parent's tests" "${log}" "Total Tests: 0")
  # What the graph says, not a dry run: a dry run stops at "Re-running CMake" whenever a globbed directory is newer.
  check_run(log ninja -C "${build}" -t commands app)
  expect_match("what app needs" "${log}" "bin/fullgraph" "libfullgraph\\.a" "libfullgraph_jit\\.so")
else()
  fail("there is no such test")
endif()
file(REMOVE_RECURSE "${work}")
