// A sample page with the chat in real screen sizes; dimensions match the widget's loader.
import { useElementSize } from '@mantine/hooks'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { readPaint } from '@parlance/contract/agents/theme'
import { IconChevronDown, IconMessageCircle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnPicture } from '../../../components/inputs/upload/upload-state.ts'
import { PreviewFrame } from './preview-frame.tsx'
import classes from './preview.module.css'

export const MODES = ['corner', 'popup', 'full', 'modal'] as const
export const SIZES = ['chat', 'desktop', 'tablet', 'phone'] as const
export interface View {
  readonly mode: (typeof MODES)[number]
  readonly size: (typeof SIZES)[number]
  readonly open: boolean
  readonly rtl: boolean
}

/** Maximum height in pixels next to the settings. */
const TALLEST = 600
/** Page sizes in pixels; the chat alone fills the available space. */
const PAGES = { desktop: [1280, 800], tablet: [834, 1112], phone: [390, 760] } as const

interface Props {
  config: AgentConfig
  css: string
  view: View
  /** Uses as much room as the page needs. */
  large: boolean
  onOpen: (open: boolean) => void
}

export function PreviewStage({ config, css, view, large, onOpen }: Props) {
  const { t } = useTranslation()
  const { ref, width: room } = useElementSize()
  const { mode, size, open, rtl } = view
  const [width, height] = size === 'chat' ? [room, TALLEST] : PAGES[size]
  const scale = size === 'chat' ? 1 : Math.min(1, room / width, (large ? 1000 : TALLEST) / height)
  const phone = size === 'phone'
  const isOpen = open || mode === 'full'
  return (
    <div ref={ref} className={classes.room} style={{ height: height * scale }}>
      <section
        className={classes.page}
        style={{
          ...paints(config),
          width,
          height,
          transform: `translateX(${(room - width * scale) / 2}px) scale(${scale})`,
        }}
        data-mode={mode}
        data-size={size}
        data-side={sideOf(config, mode, rtl)}
        data-open={isOpen || undefined}
        dir={rtl ? 'rtl' : 'ltr'}
        aria-label={t('themes.preview.page')}
      >
        {size !== 'chat' && <Lines />}
        {mode === 'modal' && isOpen && <div className={classes.shade} />}
        <div className={classes.panel} inert={!isOpen} hidden={!isOpen}>
          <PreviewFrame
            config={config}
            css={css}
            dir={rtl ? 'rtl' : undefined}
            closable={mode === 'modal' || (phone && mode !== 'full')}
          />
        </div>
        {mode !== 'full' && <Launcher config={config} mode={mode} open={isOpen} onOpen={onOpen} />}
      </section>
    </div>
  )
}

/** Like the loader: mirrors the corner on right-to-left pages. */
const sideOf = ({ position }: AgentConfig, mode: View['mode'], rtl: boolean) =>
  mode === 'popup' ? 'middle' : (position === 'left') === rtl ? 'right' : 'left'

function paints(config: AgentConfig): CSSProperties {
  const { accent, onAccent, surface } = readPaint(config)
  return {
    '--accent': accent,
    '--on-accent': onAccent,
    '--surface': surface,
    '--corner': `${config.cornerRadius}px`,
  } as CSSProperties
}

function Launcher({
  config,
  mode,
  open,
  onOpen,
}: Pick<Props, 'config' | 'onOpen'> & { mode: View['mode']; open: boolean }) {
  const { t } = useTranslation()
  const url = config.roundedImageURL || config.avatarImageUrl
  const picture = isOwnPicture(url) ? url : undefined
  return (
    <button
      type="button"
      className={classes.launcher}
      aria-label={t(open ? 'themes.preview.closer' : 'themes.preview.launcher')}
      onClick={() => onOpen(!open)}
    >
      {open && mode !== 'popup' ? (
        <IconChevronDown size={26} stroke={1.9} aria-hidden />
      ) : picture ? (
        <img src={picture} alt="" />
      ) : (
        <IconMessageCircle size={26} stroke={1.9} aria-hidden />
      )}
      {mode === 'popup' && <span className="truncate">{config.title}</span>}
    </button>
  )
}

/** Placeholder content of the page. */
function Lines() {
  return (
    <div className={classes.lines} aria-hidden="true">
      <b />
      <i />
      <i />
      <i />
      <s />
      <i />
      <i />
    </div>
  )
}
