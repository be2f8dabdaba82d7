# filecmp
