// The chat of an older version, drawn; the draft has the real one.
import { Text } from '@mantine/core'
import type { AgentConfig } from '@parlance/core/agents/agents'
import { readTheme } from '@parlance/core/agents/theme'
import { IconArrowUp, IconMessageCircle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnPicture } from '../../../ui/upload-state.ts'
import { greetingOf } from '../greeting.ts'
import classes from './chat-preview.module.css'

export function ChatPicture({ config }: { config: AgentConfig }) {
  const { t } = useTranslation()
  const theme = readTheme(config)
  const style = {
    '--accent': theme.accent,
    '--on-accent': theme.onAccent,
    '--surface': theme.surface,
    '--soft': theme.soft,
    '--raised': theme.raised,
    '--text': theme.text,
    '--muted': theme.muted,
    '--line': theme.line,
    fontFamily: config.fontFamily === 'inherit' ? undefined : `'${config.fontFamily}', var(--mantine-font-family)`,
  } as CSSProperties
  // What the widget shows: pictures of this installation, and one of the two round ones where the other is missing.
  const avatar = own(config.avatarImageUrl || config.roundedImageURL)
  const launcher = own(config.roundedImageURL || config.avatarImageUrl)
  const header = own(config.headerImageUrl)
  const background = own(config.chatBgURL)
  return (
    <>
      <Text size="sm" fw={500} mb="xs">
        {t('agents.design.preview')}
      </Text>
      <div className={classes.chat} style={style} data-testid="chat-preview">
        <div className={classes.head} data-image={header ? true : undefined} style={picture(header)}>
          <Avatar picture={avatar} title={config.title} />
          <span className={classes.names}>
            <b className="truncate">{config.title}</b>
            {config.description && <span className="truncate">{config.description}</span>}
          </span>
        </div>
        <div className={classes.talk} style={picture(background)}>
          {greetingOf(config).map((message, index) => (
            // Messages have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={classes.row}>
              <Avatar picture={avatar} title={config.title} />
              <p className={classes.agent}>{message}</p>
            </div>
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

function Avatar({ picture, title }: { picture: string | undefined; title: string }) {
  return (
    <span className={classes.avatar} aria-hidden="true">
      {picture ? <img src={picture} alt="" /> : [...title.trim()][0]?.toUpperCase()}
    </span>
  )
}

const picture = (url: string | undefined): CSSProperties | undefined =>
  url ? { backgroundImage: `url(${JSON.stringify(url)})` } : undefined
const own = (url: string) => (isOwnPicture(url) ? url : undefined)
