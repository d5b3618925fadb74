// The prompt editor: plain text with highlighted and completed mentions. Loaded when a text is first edited.
import CodeMirror, {
  Decoration,
  EditorState,
  EditorView,
  keymap,
  MatchDecorator,
  Prec,
  ViewPlugin,
  type DecorationSet,
  type Extension,
  type ViewUpdate,
} from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { useStableCallback } from '../../../../lib/use-stable.ts'
import { completionsOf, MENTION, mentionOf, type Vocabulary } from './mentions.ts'
import { useReadOnly } from '../../../../components/feedback/read-only.tsx'

export interface CodeTextProps {
  value: string
  onChange: (value: string) => void
  /** Label for screen readers. */
  label: string
  describedBy?: string | undefined
  placeholder?: string
  words: Vocabulary
  maxLength: number
  minHeight: number
  onUndo?: (() => void) | undefined
  onRedo?: (() => void) | undefined
}

const TYPES = { variable: 'variable', tool: 'function', node: 'class' } as const

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'inherit', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.55', overflowX: 'hidden' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--mantine-color-text)' },
  // Each line has its own direction.
  '.cm-line': { padding: '0 12px', unicodeBidi: 'plaintext' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--mantine-color-text)' },
  '.cm-mention': {
    padding: '1px 3px',
    borderRadius: '4px',
    backgroundColor: 'var(--mantine-color-iris-light)',
    color: 'var(--mantine-color-iris-light-color)',
  },
  '.cm-mention-unknown': {
    backgroundColor: 'var(--mantine-color-red-light)',
    color: 'var(--mantine-color-red-light-color)',
    textDecoration: 'underline wavy',
  },
  '.cm-tooltip': {
    overflow: 'hidden',
    border: '1px solid var(--pl-line)',
    borderRadius: '6px',
    backgroundColor: 'var(--pl-surface)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', fontSize: '13px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-color-white)',
  },
})

/** Highlights mentions, and unknown variables and nodes. */
function marks(words: Vocabulary): Extension {
  const matcher = new MatchDecorator({
    regexp: new RegExp(MENTION),
    decorate: (add, from, to, match) => {
      const mention = mentionOf(match, from, words)
      if (mention)
        add(from, to, Decoration.mark({ class: mention.known ? 'cm-mention' : 'cm-mention cm-mention-unknown' }))
    },
  })
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}

/** The editor's completion context. */
interface Asking {
  readonly pos: number
  readonly state: EditorState
}

const completions = (words: Vocabulary): Extension =>
  EditorState.languageData.of(() => [
    {
      autocomplete: ({ pos, state }: Asking) => {
        const line = state.doc.lineAt(pos)
        const found = completionsOf(line.text.slice(0, pos - line.from), line.text.slice(pos - line.from), words)
        if (!found) return null
        return {
          from: line.from + found.from,
          options: found.options.map(({ label, apply, kind }) => ({ label, apply, type: TYPES[kind] })),
          filter: false,
        }
      },
    },
  ])

/** Undo uses the graph's history; the editor has none. */
function undoKeys(onUndo?: () => void, onRedo?: () => void): Extension {
  const run = (go?: () => void) => () => {
    go?.()
    return true
  }
  if (!onUndo) return []
  return Prec.highest(
    keymap.of([
      { key: 'Mod-z', run: run(onUndo), shift: run(onRedo), preventDefault: true, stopPropagation: true },
      { key: 'Mod-y', run: run(onRedo), preventDefault: true, stopPropagation: true },
    ]),
  )
}

export default function CodeText(props: CodeTextProps) {
  const { value, label, describedBy, words, maxLength, onUndo, onRedo } = props
  const readOnly = useReadOnly()
  // A new function or list would recreate the editor.
  const onChange = useStableCallback(props.onChange)
  const extensions = useMemo(
    () => [
      theme,
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        // Focusable, since it scrolls.
        tabindex: '0',
        ...(readOnly ? { 'aria-readonly': 'true' } : {}),
        spellcheck: readOnly ? 'false' : 'true',
        autocapitalize: 'sentences',
      }),
      EditorState.changeFilter.of(
        ({ newDoc, startState }) => newDoc.length <= Math.max(maxLength, startState.doc.length),
      ),
      marks(words),
      completions(words),
      undoKeys(onUndo, onRedo),
    ],
    [label, describedBy, maxLength, words, onUndo, onRedo, readOnly],
  )
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      extensions={extensions}
      readOnly={readOnly}
      editable={!readOnly}
      theme="none"
      minHeight={`${props.minHeight}px`}
      maxHeight="480px"
      placeholder={readOnly ? '' : (props.placeholder ?? '')}
      indentWithTab={false}
      basicSetup={onUndo ? SETUP : SETUP_WITH_HISTORY}
    />
  )
}

const SETUP = {
  lineNumbers: false,
  foldGutter: false,
  history: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  bracketMatching: false,
  closeBrackets: false,
  highlightSelectionMatches: false,
  searchKeymap: false,
  drawSelection: false,
  lintKeymap: false,
  foldKeymap: false,
}
const SETUP_WITH_HISTORY = { ...SETUP, history: true }
