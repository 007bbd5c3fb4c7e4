libscry_a_SOURCES +=
