// A read-only page or part: says why, and makes its fields read-only.
import { MantineThemeProvider, useMantineTheme, type MantineThemeOverride } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { AlertBox } from './alert-box.tsx'
import { EditableThemeContext } from './read-only-context.ts'
import type { ReadOnlyProps } from './read-only-context.ts'
import classes from './read-only-theme.module.css'

/** Keeps texts selectable and read-only for screen readers, unlike `disabled`. */
const kept = {
  defaultProps: { readOnly: true, withAsterisk: false },
  classNames: { input: classes.field, inputField: classes.typed },
}
/** Hides dropdown arrows and steppers. */
const listed = { ...kept, defaultProps: { ...kept.defaultProps, rightSection: <></> } }
const counted = { ...kept, defaultProps: { ...kept.defaultProps, hideControls: true } }
/** HTML has no read-only checkboxes; these are disabled without fading. */
const still = {
  defaultProps: { disabled: true },
  classNames: {
    input: classes.toggle,
    radio: classes.toggle,
    label: classes.label,
    track: classes.track,
    icon: classes.icon,
  },
}
const LOOKED_AT: MantineThemeOverride = {
  components: {
    TextInput: kept,
    Textarea: kept,
    NumberInput: counted,
    PasswordInput: kept,
    Autocomplete: kept,
    Select: listed,
    MultiSelect: listed,
    TagsInput: kept,
    ColorInput: kept,
    SegmentedControl: { defaultProps: { readOnly: true } },
    Switch: still,
    Checkbox: still,
    Radio: still,
  },
}

export default function ReadOnlyTheme({ why, action, as, children }: ReadOnlyProps) {
  const theme = useMantineTheme()
  return (
    <div className={classes.frame} data-as={as}>
      {as === 'part' ? (
        <AlertBox kind="info">
          {why}
          {action && <div className={classes.action}>{action}</div>}
        </AlertBox>
      ) : (
        <p className={classes.notice}>
          <IconEye size={16} stroke={1.5} aria-hidden />
          {why}
        </p>
      )}
      <div className={classes.page}>
        <EditableThemeContext value={theme}>
          <MantineThemeProvider theme={LOOKED_AT}>{children}</MantineThemeProvider>
        </EditableThemeContext>
      </div>
    </div>
  )
}
