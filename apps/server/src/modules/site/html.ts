// Markup as tagged templates that escape what is put into them.
import { html, raw } from 'hono/html'

export { html, raw }
export type Html = ReturnType<typeof html>
