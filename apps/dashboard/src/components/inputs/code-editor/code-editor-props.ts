export type CodeLanguage = 'css' | 'json' | 'html' | 'javascript'

export interface CodeMark extends CodePlace {
  endLine: number
  endColumn: number
  /** Shown on hover. */
  message: string
}

export interface CodePlace {
  line: number
  column: number
}

export interface CodeEditorProps {
  label: string
  description?: string
  language: CodeLanguage
  value: string
  onChange: (value: string) => void
  error?: string | false
  /** Pixels; the text scrolls inside. */
  height?: number
  readOnly?: boolean
  /** Ranges to underline, lines and columns from 1. */
  marks?: readonly CodeMark[]
  /** Moves the cursor there whenever the object changes. */
  goTo?: CodePlace
}
