/** The packages of npm with which pictures are read and written. */
export const PICTURE_PACKAGES = ['sharp', '@neplex/vectorizer'] as const;
