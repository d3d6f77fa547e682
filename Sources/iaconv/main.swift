internal import IACommands

Program.main()
