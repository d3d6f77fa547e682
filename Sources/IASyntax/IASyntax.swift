// Placeholder: IASyntax
