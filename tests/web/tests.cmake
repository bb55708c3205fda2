# The studio in a browser, and in the hands of those who mean it no good. One ctest entry for each file; skipped, with a sentence, where node or chromium is missing.
if(TARGET studio_page)
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/web/*.test.mjs)
  foreach(test ${tests})
    get_filename_component(name ${test} NAME_WE)
    add_test(NAME Web.${name} COMMAND ${MOTE_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/web/run.mjs ${test} $<TARGET_FILE:mote> ${PROJECT_SOURCE_DIR})
    set_tests_properties(Web.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 RUN_SERIAL ON)
  endforeach()
endif()
