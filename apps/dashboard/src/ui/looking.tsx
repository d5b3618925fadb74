// Parts of a page that can be looked at only: one frame around them makes every field in it read-only, wherever it stands.
import { MantineThemeProvider, useMantineTheme, type MantineTheme, type MantineThemeOverride } from '@mantine/core'
import { createContext, use, type ReactNode } from 'react'
import classes from './looking.module.css'

/** The theme outside of the frame; undefined where everything may be edited. */
const Outside = createContext<MantineTheme | undefined>(undefined)

/** Texts stay selectable and reach screen readers as read-only, which `disabled` would take from them. */
const kept = { defaultProps: { readOnly: true, classNames: { input: classes.field } } }
/** The browser knows no read-only checkboxes; these are disabled without fading. */
const still = {
  defaultProps: {
    disabled: true,
    classNames: {
      input: classes.toggle,
      label: classes.label,
      track: classes.track,
      icon: classes.icon,
    },
  },
}
const LOOKED_AT: MantineThemeOverride = {
  components: {
    TextInput: kept,
    Textarea: kept,
    NumberInput: kept,
    Autocomplete: kept,
    Select: kept,
    MultiSelect: kept,
    TagsInput: kept,
    ColorInput: kept,
    SegmentedControl: { defaultProps: { readOnly: true } },
    Switch: still,
    Checkbox: still,
  },
}

/** Whether what stands here can be looked at only. */
export const useReadOnly = (): boolean => use(Outside) !== undefined

interface Props {
  children: ReactNode
}

/** Everything in it can be looked at only; dialogs that it opens as well. */
export function ReadOnly({ children }: Props) {
  const theme = useMantineTheme()
  return (
    <Outside value={theme}>
      <MantineThemeProvider theme={LOOKED_AT}>{children}</MantineThemeProvider>
    </Outside>
  )
}

/** What changes nothing works everywhere: a search, the size of a preview. */
export function Usable({ children }: Props) {
  const outside = use(Outside)
  if (!outside) return children
  return (
    <Outside value={undefined}>
      <MantineThemeProvider theme={outside} inherit={false}>
        {children}
      </MantineThemeProvider>
    </Outside>
  )
}

/** What does nothing but change something: it is absent where there is only something to look at. */
export const Editing = ({ children }: Props): ReactNode => (useReadOnly() ? null : children)
