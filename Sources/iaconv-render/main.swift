internal import IACommands
internal import IARenderFormats

Program.main(drawing: CairoDrawing())
