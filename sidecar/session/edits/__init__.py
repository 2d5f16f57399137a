"""pi's edit and the files it names: an edit that would miss is repaired, one that failed is explained."""
