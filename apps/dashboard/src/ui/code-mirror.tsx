import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { useComputedColorScheme } from '@mantine/core'
import ReactCodeMirror, { EditorView, Prec, type Extension } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import type { CodeEditorProps, CodeLanguage } from './code-editor.tsx'

const LANGUAGES: Record<CodeLanguage, () => Extension> = { css, json, html, javascript }

/** The product's surfaces; the colours of the code itself are the editor's own for each scheme. */
const surfaces = Prec.highest(
  EditorView.theme({
    '&': { backgroundColor: 'var(--pl-surface)', fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', paddingBlock: '8px' },
    '.cm-gutters': {
      backgroundColor: 'var(--pl-sunken)',
      borderColor: 'var(--pl-line)',
      color: 'var(--mantine-color-dimmed)',
    },
    '.cm-activeLineGutter, .cm-activeLine': { backgroundColor: 'var(--pl-hover)' },
  }),
)

interface Props extends Pick<CodeEditorProps, 'label' | 'language' | 'value' | 'onChange' | 'readOnly'> {
  describedBy: string
  height: number
}

export default function CodeMirror({ label, describedBy, language, height, readOnly, value, onChange }: Props) {
  const scheme = useComputedColorScheme('light')
  const extensions = useMemo(
    () => [
      LANGUAGES[language](),
      surfaces,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(readOnly ? {} : { 'aria-describedby': describedBy }),
      }),
    ],
    [language, label, describedBy, readOnly],
  )
  return (
    <ReactCodeMirror
      value={value}
      onChange={onChange}
      height={`${height}px`}
      theme={scheme}
      readOnly={readOnly ?? false}
      extensions={extensions}
      basicSetup={{ tabSize: 2, highlightActiveLine: !readOnly }}
    />
  )
}
