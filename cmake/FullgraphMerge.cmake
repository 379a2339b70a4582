# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DAR=<ar> -DLIBRARY=<lib.a> -DARCHIVES=<a.fg.a;b.fg.a> -P FullgraphMerge.cmake
# Adds the members of the archives to a static library. A kernel's member is named after its contents: one that is in
# several archives is stored once.
set(folder "${LIBRARY}.fullgraph")
file(REMOVE_RECURSE "${folder}")
file(MAKE_DIRECTORY "${folder}")
foreach(archive IN LISTS ARCHIVES)
  if(archive STREQUAL "")
    continue()
  endif()
  execute_process(COMMAND "${AR}" x "${archive}" WORKING_DIRECTORY "${folder}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB members "${folder}/*")
if(members)
  execute_process(COMMAND "${AR}" rs "${LIBRARY}" ${members} COMMAND_ERROR_IS_FATAL ANY ERROR_QUIET)
endif()
file(REMOVE_RECURSE "${folder}")
