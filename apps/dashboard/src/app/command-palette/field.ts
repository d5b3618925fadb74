/** Id of the palette's field. */
export const FIELD = 'palette'
