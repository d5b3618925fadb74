import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { useComputedColorScheme } from '@mantine/core'
import ReactCodeMirror, { Decoration, EditorView, Prec, type Extension, type Text } from '@uiw/react-codemirror'
import { useEffect, useMemo, useState } from 'react'
import type { CodeEditorProps, CodeLanguage, CodeMark, CodePlace } from './code-editor-props.ts'

const LANGUAGES: Record<CodeLanguage, () => Extension> = { css, json, html, javascript }

/** The product's surfaces; syntax colours are the editor's own per scheme. */
const surfaces = Prec.highest(
  EditorView.theme({
    '&': { backgroundColor: 'var(--field-surface, var(--pl-surface))', fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', paddingBlock: '8px' },
    '.cm-gutters': {
      backgroundColor: 'var(--pl-sunken)',
      borderColor: 'var(--pl-line)',
      color: 'var(--mantine-color-dimmed)',
    },
    '.cm-marked': { textDecoration: 'underline wavy var(--mantine-color-error)', textUnderlineOffset: '3px' },
    '.cm-activeLineGutter, .cm-activeLine': { backgroundColor: 'var(--pl-hover)' },
  }),
)

/** The offset of a position, or the nearest one that still exists. */
function positionOf(doc: Text, { line, column }: CodePlace): number {
  if (line > doc.lines) return doc.length
  const { from, to } = doc.line(Math.max(1, line))
  return Math.min(to, from + Math.max(0, column - 1))
}

const underline = (marks: readonly CodeMark[]): Extension =>
  EditorView.decorations.of(({ state: { doc } }) =>
    Decoration.set(
      marks.flatMap(({ message, endLine, endColumn, ...start }) => {
        const from = positionOf(doc, start)
        const to = Math.min(doc.length, Math.max(from + 1, positionOf(doc, { line: endLine, column: endColumn })))
        const mark = Decoration.mark({ class: 'cm-marked', attributes: { title: message } })
        return to > from ? [mark.range(from, to)] : []
      }),
      true,
    ),
  )

type Given = 'label' | 'language' | 'value' | 'onChange' | 'readOnly' | 'marks' | 'goTo'
interface Props extends Pick<CodeEditorProps, Given> {
  describedBy: string
  height: number
}

const NO_MARKS: readonly CodeMark[] = []

export default function CodeMirror({ label, describedBy, language, height, readOnly, value, ...props }: Props) {
  const { onChange, marks = NO_MARKS, goTo } = props
  const [view, setView] = useState<EditorView>()
  const scheme = useComputedColorScheme('light')
  const extensions = useMemo(
    () => [
      LANGUAGES[language](),
      surfaces,
      EditorView.lineWrapping,
      underline(marks),
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(readOnly ? {} : { 'aria-describedby': describedBy }),
      }),
    ],
    [language, label, describedBy, readOnly, marks],
  )
  useEffect(() => {
    if (!view || !goTo) return
    view.dispatch({ selection: { anchor: positionOf(view.state.doc, goTo) }, scrollIntoView: true })
    view.focus()
  }, [view, goTo])
  return (
    <ReactCodeMirror
      value={value}
      onChange={onChange}
      onCreateEditor={setView}
      height={`${height}px`}
      theme={scheme}
      readOnly={readOnly ?? false}
      extensions={extensions}
      basicSetup={{ tabSize: 2, highlightActiveLine: !readOnly }}
    />
  )
}
