print("iaconv")
