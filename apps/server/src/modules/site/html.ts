// HTML as tagged templates that escape their values.
import { html, raw } from 'hono/html'

export { html, raw }
export type Html = ReturnType<typeof html>
