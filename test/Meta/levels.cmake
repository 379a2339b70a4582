# Objects for a level of the processor (<name>_avx2.cpp, <name>_avx512.cpp) hold no inline functions or templates of
# others: the linker keeps one copy of each, and would run it on processors that do not have the level. NM: llvm-nm;
# OBJECTS: the folder to look in.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")
file(GLOB_RECURSE objects "${OBJECTS}/*_avx2.cpp.o" "${OBJECTS}/*_avx512.cpp.o")
if(NOT objects)
  problem("no objects for levels in ${OBJECTS}")
endif()
foreach(object IN LISTS objects)
  execute_process(COMMAND "${NM}" --defined-only "${object}" OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    problem("${object}: ${NM} fails")
  endif()
  # W, V and u are what several objects may define. Eigen's are in a namespace of the level's own (factors_level.h).
  string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*" shared "${symbols}")
  foreach(symbol IN LISTS shared)
    if(NOT symbol MATCHES "EigenAvx|DW\\.ref\\.__gxx_personality_v0")
      problem("${object}: shares '${symbol}' with other objects")
    endif()
  endforeach()
endforeach()
report("Levels of the processor")
