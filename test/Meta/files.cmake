# No source file over 600 lines, no mark of unfinished work, no error that is handed out through a parameter,
# and a comment at the head of each header.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")
set(limit 600)
# Spelt so that this file does not find itself. ATen's own message (not implemented for 'Bool') is no mark,
# and neither are mkdtemp's six letters.
set(marks "TO[D]O|FIX[M]E|[^X]XX[X][^X]|HA[C]K|not [i]mplemented( yet|[.:!\n])|not yet [i]mplemented|un[i]mplemented")
# CONTRIBUTING.md: an error is returned (llvm::Expected, llvm::Error), so that no caller can pass over it.
set(error_parameter "[(,\n] *std::string [&*] ?(error|why|reason|message|problem|failure)[,)]")

foreach(folder lib library tool runtime include examples bench test cmake docs)
  file(GLOB_RECURSE found RELATIVE "${ROOT}" "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.c"
       "${ROOT}/${folder}/*.def" "${ROOT}/${folder}/*.cmake" "${ROOT}/${folder}/*.py" "${ROOT}/${folder}/*.md"
       "${ROOT}/${folder}/*.sh" "${ROOT}/${folder}/CMakeLists.txt")
  list(APPEND files ${found})
endforeach()
file(GLOB top RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/CMakeLists.txt" "${ROOT}/dev")
list(APPEND files ${top})

foreach(file IN LISTS files)
  file(READ "${ROOT}/${file}" text)
  if(text MATCHES "${marks}")
    problem("${file}: says '${CMAKE_MATCH_0}'")
  endif()
  # A header says first what it is for, and who may call it or what it keeps to: two sentences at least.
  if(file MATCHES "^(lib|runtime)/.*\\.h$")
    string(REGEX MATCH "^(//[^\n]*\n)+" head "${text}")
    string(REGEX REPLACE "\n//" "" head "${head}")
    string(REGEX MATCHALL "[.!?]( +[A-Z]|\n)" sentences "${head}")
    list(LENGTH sentences count)
    if(count LESS 2)
      problem("${file}: begins with a comment of ${count} sentences: say what it is for, who calls it, and what it keeps to")
    endif()
  endif()
  if(file MATCHES "^(lib|runtime)/" AND text MATCHES "${error_parameter}")
    problem("${file}: hands out an error through the parameter '${CMAKE_MATCH_1}': return llvm::Expected or llvm::Error")
  endif()
  if(file MATCHES "^lib/Capture/" AND NOT file MATCHES "/Hints\\.cpp$" AND text MATCHES "\"\\$\"|\\(\\$\\)|\"\\[\\?\\]\"")
    problem("${file}: spells the key of a hint: lib/Capture/Domain/Hints.h has functions that make it")
  endif()
  if(file MATCHES "^(lib|tool|runtime|include|examples|bench|cmake)/")
    string(REGEX MATCHALL "\n" newlines "${text}")
    list(LENGTH newlines lines)
    if(lines GREATER limit)
      problem("${file}: ${lines} lines, ${limit} at most")
    endif()
  endif()
endforeach()
report("Files that are too long or unfinished, hand out errors, or do not say what they are for")
