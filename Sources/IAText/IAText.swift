public enum IATextPlaceholder {}
