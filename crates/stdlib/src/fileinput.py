# fileinput
