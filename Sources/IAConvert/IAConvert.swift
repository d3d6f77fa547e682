// Placeholder: IAConvert
