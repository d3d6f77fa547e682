print("peers")
