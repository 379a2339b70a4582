# meta-levels finds an inline function in an object for a level.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
file(WRITE "${WORK}/a_avx2.cpp" "inline int shared(int x) { return x + 1; }\nint (*const address)(int) = shared;\nint (*const *use())(int) { return &address; }\n")
execute_process(COMMAND "${CXX}" -c "${WORK}/a_avx2.cpp" -o "${WORK}/a_avx2.cpp.o" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" "-DNM=${NM}" "-DOBJECTS=${WORK}" -P "${CMAKE_CURRENT_LIST_DIR}/levels.cmake"
                RESULT_VARIABLE status ERROR_VARIABLE errors OUTPUT_VARIABLE output)
if(status EQUAL 0 OR NOT "${errors}${output}" MATCHES "shares '[^']*_Z6sharedi'")
  message(FATAL_ERROR "an inline function was not found: ${errors}${output}")
endif()
