print("counters")
