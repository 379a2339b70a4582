# Each public header compiles by itself, without warnings: a program may include any of them first. The folders below
# hold their parts.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")
file(GLOB headers RELATIVE "${ROOT}/include" "${ROOT}/include/fullgraph/*.h")
if(NOT headers)
  problem("no headers in include/fullgraph")
endif()
file(MAKE_DIRECTORY "${WORK}")
foreach(header IN LISTS headers)
  set(source "${WORK}/header.cpp")
  # Twice: a header without an include guard is found, too.
  file(WRITE "${source}" "#include <${header}>\n#include <${header}>\n")
  execute_process(COMMAND "${CXX}" -std=c++20 -fsyntax-only -Wall -Wextra -Werror "-I${ROOT}/include" "${source}"
                  RESULT_VARIABLE status ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    string(REGEX MATCH "[^\n]*error[^\n]*" first "${errors}")
    problem("${header}: ${first}")
  endif()
endforeach()

# What is C stays C: kernels' callers in other languages read this one.
if(EXISTS "${ROOT}/include/fullgraph/abi.h")
  file(WRITE "${WORK}/header.c" "#include <fullgraph/abi.h>\n")
  execute_process(COMMAND "${CXX}" -x c -std=c11 -fsyntax-only -Wall -Wextra -Werror "-I${ROOT}/include"
                  "${WORK}/header.c" RESULT_VARIABLE status ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    string(REGEX MATCH "[^\n]*error[^\n]*" first "${errors}")
    problem("fullgraph/abi.h as C: ${first}")
  endif()
endif()
report("Public headers that do not compile by themselves")
