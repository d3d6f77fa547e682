// Placeholder: IAJSON
