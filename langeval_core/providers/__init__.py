"""Who answers: vendors, recorded answers, scripted answers, and faults on purpose."""
