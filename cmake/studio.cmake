# The studio: a server (src/studio) where Boost.Beast is found, and its page (web), built by npm where that is. The page is made into build/web, beside
# build/bin, whenever its sources change.
find_path(BOOST_BEAST_DIR boost/beast.hpp)
if(BOOST_BEAST_DIR)
  mote_library(studio LINKS run nlohmann_json::nlohmann_json PRIVATE_LINKS fmt::fmt)
  target_include_directories(mote_studio SYSTEM PRIVATE ${BOOST_BEAST_DIR})
  target_compile_options(mote_studio PRIVATE $<$<CONFIG:Release>:-O1>)
  set_source_files_properties(src/studio/packet.cpp PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)  # runs over all particles
endif()

find_program(MOTE_NPM npm)
find_program(MOTE_NODE NAMES node nodejs)
if(BOOST_BEAST_DIR AND MOTE_NPM AND MOTE_NODE)
  set(MOTE_PAGE ${CMAKE_BINARY_DIR}/web/index.html)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  list(APPEND page_sources ${PROJECT_SOURCE_DIR}/web/index.html ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json
       ${PROJECT_SOURCE_DIR}/web/tsconfig.json ${PROJECT_SOURCE_DIR}/web/vite.config.ts)
  add_custom_command(OUTPUT ${MOTE_PAGE} DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/cmake/page.sh COMMENT "Building the page of the studio"
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/page.sh ${PROJECT_SOURCE_DIR}/web ${CMAKE_BINARY_DIR}/web ${CMAKE_BINARY_DIR}/web.log VERBATIM)
  add_custom_target(studio_page DEPENDS ${MOTE_PAGE})
endif()
