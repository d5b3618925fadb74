// The chat as a visitor will see it, drawn from the draft as it is typed.
import { Text } from '@mantine/core'
import { IconArrowUp, IconMessageCircle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { readableOn } from '../../../ui/contrast.ts'
import { isOwnPicture } from '../../../ui/upload-state.ts'
import { PRESET_MODES } from '../../../ui/theme.ts'
import { useDraft } from '../draft/draft.tsx'
import { greetingOf } from '../greeting.ts'
import classes from './chat-preview.module.css'
import { presetOf } from './presets.ts'

export function ChatPreview() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const { accent, mode } = presetOf(config.theme)
  const { page, bubble, text } = PRESET_MODES[mode]
  const style = {
    '--accent': accent,
    '--on-accent': readableOn(accent),
    '--page': page,
    '--bubble': bubble,
    '--text': text,
    fontFamily: config.fontFamily === 'inherit' ? undefined : `'${config.fontFamily}', var(--mantine-font-family)`,
  } as CSSProperties
  // What the widget shows: pictures of this installation, and one of the two round ones where the other is missing.
  const avatar = own(config.avatarImageUrl || config.roundedImageURL)
  const launcher = own(config.roundedImageURL || config.avatarImageUrl)
  const header = own(config.headerImageUrl)
  return (
    <>
      <Text size="sm" fw={500} mb="xs">
        {t('agents.design.preview')}
      </Text>
      <div className={classes.chat} style={style} data-testid="chat-preview">
        <div
          className={classes.head}
          data-image={header ? true : undefined}
          style={header ? { backgroundImage: `url(${JSON.stringify(header)})` } : undefined}
        >
          <span className={classes.avatar}>
            {avatar ? <img src={avatar} alt="" /> : [...config.title.trim()][0]?.toUpperCase()}
          </span>
          <span className={classes.names}>
            <b className="truncate">{config.title}</b>
            {config.description && <span className="truncate">{config.description}</span>}
          </span>
        </div>
        <div className={classes.talk}>
          {greetingOf(config).map((message, index) => (
            // Messages have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index} className={classes.agent}>
              {message}
            </p>
          ))}
          <p className={classes.visitor}>{t('agents.design.sampleQuestion')}</p>
        </div>
        <div className={classes.composer}>
          <span>{t('agents.design.previewInput')}</span>
          <i>
            <IconArrowUp size={16} stroke={1.5} aria-hidden />
          </i>
        </div>
        {config.branding && <p className={classes.branding}>{config.branding}</p>}
      </div>
      <div className={classes.launcher} style={style} aria-hidden="true">
        {launcher ? <img src={launcher} alt="" /> : <IconMessageCircle size={26} stroke={1.5} />}
      </div>
    </>
  )
}

const own = (url: string) => (isOwnPicture(url) ? url : undefined)
