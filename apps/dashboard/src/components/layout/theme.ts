// The theme: colours, radius, type and component defaults. No other file defines colours.
import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  InputWrapper,
  Paper,
  type AlertFactory,
  type CardFactory,
  type CSSVariablesResolver,
  type DrawerFactory,
  type ExtendComponent,
  type FactoryPayload,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuFactory,
  type ModalFactory,
  type NotificationFactory,
  type TagsInputFactory,
  type TooltipFactory,
} from '@mantine/core'
import type { KeyboardEvent } from 'react'

/** The accent. Shade 6 carries white text (5.3:1) and is readable on white; shades 0–3 on dark surfaces. */
export const iris: MantineColorsTuple = [
  '#f4f4fe',
  '#e7e8fd',
  '#d0d2fb',
  '#b4b6f7',
  '#9598ef',
  '#7678e4',
  '#5b5bd6',
  '#4c4bbf',
  '#3f3e9c',
  '#2c2c6b',
]
/** Neutrals of the light scheme. Shade 6 is the quietest text (5:1 on white). */
export const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f4',
  '#ebebeb',
  '#e0e0e0',
  '#cdcdcd',
  '#a3a3a3',
  '#696969',
  '#4d4d4d',
  '#2e2e2e',
  '#171717',
]
/** Neutrals of the dark scheme: 0 text … 4 lines … 7 page … 9 deepest. */
export const dark: MantineColorsTuple = [
  '#ededed',
  '#cfcfcf',
  '#a6a6a6',
  '#8a8a8a',
  '#3a3a3a',
  '#2c2c2c',
  '#232323',
  '#161616',
  '#101010',
  '#0a0a0a',
]
export const red: MantineColorsTuple = [
  '#fff2f1',
  '#ffe2e0',
  '#ffc8c4',
  '#ffa39d',
  '#f97970',
  '#e5504a',
  '#c22b2b',
  '#a32223',
  '#811e1f',
  '#5c1717',
]
export const green: MantineColorsTuple = [
  '#effaf4',
  '#dcf3e6',
  '#b8e6cd',
  '#8ad4ae',
  '#57bb8a',
  '#2f9c69',
  '#177249',
  '#135f3d',
  '#104c32',
  '#0b3524',
]
export const yellow: MantineColorsTuple = [
  '#fff8e8',
  '#fdeecb',
  '#fadd98',
  '#f4c65a',
  '#e6ab2b',
  '#c08a12',
  '#855a00',
  '#6f4b02',
  '#573b05',
  '#3c2a05',
]

/** Like `Component.extend`, without importing components the first page may not need. */
const extend = <Factory extends FactoryPayload>(by: ExtendComponent<Factory>) => by as MantineThemeComponent

/** Enter adds a tag: without text, it must not submit the form. */
function addOnly(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

export const theme = createTheme({
  colors: { iris, gray, dark, red, green, yellow },
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input)
    // An agency's accent may need dark text.
    const isAccent = input.variant === 'filled' && (input.color ?? 'iris') === 'iris'
    return isAccent ? { ...colors, color: 'var(--pl-on-accent, var(--mantine-color-white))' } : colors
  },
  white: '#ffffff',
  black: '#171717',
  fontFamily: "'DM Sans Variable', 'DM Sans', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '18px', lineHeight: '26px' },
      h3: { fontSize: '15px', lineHeight: '22px' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', size: 'md' },
      styles: { root: { textTransform: 'none', fontWeight: 500, letterSpacing: 0 } },
    }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Card: extend<CardFactory>({ defaultProps: { withBorder: true, radius: 'lg', padding: 'md', shadow: 'none' } }),
    Paper: Paper.extend({ defaultProps: { shadow: 'none' } }),
    Alert: extend<AlertFactory>({ defaultProps: { variant: 'light' } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: InputWrapper.extend({
      styles: { label: { fontWeight: 500, marginBlockEnd: 4 }, description: { marginBlockEnd: 4 } },
    }),
    Menu: extend<MenuFactory>({
      // Menus focus their first entry.
      defaultProps: { transitionProps: { duration: 120 }, shadow: 'sm', withInitialFocusPlaceholder: false },
    }),
    Modal: extend<ModalFactory>({
      defaultProps: {
        radius: 'lg',
        centered: true,
        transitionProps: { duration: 150 },
        overlayProps: { opacity: 0.4 },
      },
      // Shadows are invisible on dark pages.
      styles: {
        title: { fontWeight: 600, fontSize: 17, lineHeight: 1.35 },
        content: { border: '1px solid var(--mantine-color-default-border)' },
      },
    }),
    Drawer: extend<DrawerFactory>({
      defaultProps: { position: 'right', transitionProps: { duration: 180 }, overlayProps: { opacity: 0.4 } },
      styles: { title: { fontWeight: 600, fontSize: 17, lineHeight: 1.35 } },
    }),
    Notification: extend<NotificationFactory>({ defaultProps: { radius: 'md', withBorder: true } }),
    TagsInput: extend<TagsInputFactory>({ defaultProps: { wrapperProps: { onKeyDown: addOnly } } }),
    Tooltip: extend<TooltipFactory>({
      defaultProps: { openDelay: 300, multiline: true, maw: 320, events: { hover: true, focus: true, touch: false } },
    }),
  },
})

const shades = { iris, gray, red, green, yellow }

/** Backgrounds of light badges, alerts and buttons with readable text shades. */
const soft = (grounds: Record<keyof typeof shades, string>, shade: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(grounds).flatMap(([name, ground]) => [
      [`--mantine-color-${name}-light`, ground],
      [`--mantine-color-${name}-light-hover`, ground],
      [`--mantine-color-${name}-light-color`, shades[name as keyof typeof shades][shade] ?? ground],
    ]),
  )

/** Variables for our style sheets, and corrections of Mantine's for true neutrals. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--pl-ease': 'cubic-bezier(0.2, 0, 0, 1)', '--pl-fast': '120ms' },
  light: {
    '--pl-canvas': '#ffffff',
    '--pl-surface': '#ffffff',
    '--pl-sunken': gray[0],
    '--pl-hover': gray[1],
    '--pl-line': '#e6e6e6',
    '--pl-accent-soft': iris[0],
    '--pl-accent-line': iris[2],
    '--pl-accent-text': iris[7],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#757575',
    '--mantine-color-error': red[6],
    '--mantine-color-anchor': iris[7],
    '--mantine-color-default-border': '#d9d9d9',
    ...soft({ iris: iris[0], gray: gray[1], red: red[0], green: green[0], yellow: '#fff4d9' }, 7),
  },
  dark: {
    '--pl-canvas': dark[7],
    '--pl-surface': '#1b1b1b',
    '--pl-sunken': '#121212',
    '--pl-hover': '#232323',
    '--pl-line': '#2b2b2b',
    '--pl-accent-soft': '#22223a',
    '--pl-accent-line': '#3d3d78',
    '--pl-accent-text': iris[3],
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': red[4],
    '--mantine-color-anchor': iris[3],
    '--mantine-color-default-border': '#383838',
    // Mantine's is the background of its cards.
    '--mantine-color-disabled': '#323232',
    ...soft({ iris: '#2a2a4d', gray: '#2b2b2b', red: '#3c1e1d', green: '#16352a', yellow: '#382d12' }, 2),
  },
})
