// The layout of mails: one column, readable without pictures, in dark mode and on phones. Loaded with the
// first mail, because its libraries are large.
import { createElement as h, Fragment, type CSSProperties, type ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Link, render, Section, Text } from 'react-email'
import { directionOf } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import { type EmailDocument, type EmailFrameTexts, type Part } from './email-document.ts'
import { PRODUCT } from './product.ts'

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif'
const INK = '#1c1c20'
const DIM = '#5b5b66'
const OURS: MailColours = { fill: '#5147d6', ink: '#ffffff', link: '#4a40c4', darkLink: '#b1adf7' }
/** Colours for mail programs with dark mode; others use the inline colours. */
const styleOf = ({ fill, ink, darkLink }: MailColours, isOurs: boolean): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '.p-body{background:#f6f6f7}',
    '@media (prefers-color-scheme:dark){',
    '.p-body{background:#131316!important}',
    '.p-card{background:#1d1d21!important;border-color:#303037!important}',
    '.p-ink{color:#ececf1!important}',
    '.p-dim{color:#a6a6b3!important}',
    '.p-line{border-color:#303037!important}',
    `.p-quote{background:#26262c!important;border-color:${isOurs ? '#3d3d78' : fill}!important}`,
    `.p-link{color:${darkLink}!important}`,
    `.p-button{background:${isOurs ? '#6f66ea' : fill}!important;color:${ink}!important}`,
    '}',
    '@media (max-width:480px){.p-pad{padding:24px 20px 8px!important}.p-out{padding:12px!important}}',
  ].join('')
const BASE: CSSProperties = {
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: INK,
  overflowWrap: 'anywhere',
}
const SMALL: CSSProperties = { ...BASE, fontSize: 13, lineHeight: '20px', color: DIM }

const TABLE = { role: 'presentation', cellPadding: 0, cellSpacing: 0 } as const

export const draw = async (email: EmailDocument, texts: EmailFrameTexts): Promise<string> =>
  (await render(page(email, texts))).replace(/^<!DOCTYPE[^>]*>/, '<!doctype html>')

/** Rendering context: the side on which lines begin, and shared texts. */
interface Pen {
  readonly side: 'left' | 'right'
  readonly texts: EmailFrameTexts
  readonly colours: MailColours
}

function page(email: EmailDocument, texts: EmailFrameTexts): ReactNode {
  const { language, subject, preview, parts, why, sender, unsubscribe } = email
  const dir = directionOf(language)
  const colours = email.colours ?? OURS
  const pen: Pen = { side: dir === 'rtl' ? 'right' : 'left', texts, colours }
  const opening = preview ?? parts.find((part) => part.kind === 'text')?.text ?? subject
  return h(
    Html,
    { lang: language, dir },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no,url=no' }),
      h('title', null, subject),
      h('style', null, styleOf(colours, email.colours === undefined)),
    ),
    h(
      Body,
      { className: 'p-body', style: { margin: 0 } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 } }, opening),
      h(
        Section,
        { className: 'p-body', style: { background: '#f6f6f7' } },
        h(
          Container,
          // Webmail drops the outermost tags.
          {
            className: 'p-out',
            dir,
            lang: language,
            style: { maxWidth: 560, padding: '32px 16px', textAlign: pen.side },
          },
          header(email.header, pen),
          card(subject, parts, pen),
          h(Text, { className: 'p-dim', style: { ...SMALL, margin: '20px 4px 0' } }, why),
          sender
            ? h(Text, { className: 'p-dim', dir: 'auto', style: { ...SMALL, margin: '4px 4px 0' } }, ...broken(sender))
            : null,
          unsubscribe
            ? h(
                Text,
                { style: { ...SMALL, margin: '4px 4px 0' } },
                h(
                  Link,
                  {
                    href: unsubscribe.link,
                    className: 'p-link',
                    style: { ...SMALL, color: colours.link, textDecoration: 'underline' },
                  },
                  unsubscribe.label,
                ),
              )
            : null,
          email.header === undefined
            ? h(Text, { className: 'p-dim', style: { ...SMALL, margin: '4px 4px 0' } }, texts.sentBy)
            : null,
        ),
      ),
    ),
  )
}

const card = (subject: string, parts: readonly Part[], pen: Pen): ReactNode =>
  h(
    'table',
    {
      ...TABLE,
      className: 'p-card',
      style: {
        width: '100%',
        background: '#ffffff',
        border: '1px solid #e6e6ea',
        borderRadius: 14,
        borderCollapse: 'separate',
      },
    },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { className: 'p-pad', style: { padding: '32px 32px 16px' } }, ...inner(subject, parts, pen)),
      ),
    ),
  )

const inner = (subject: string, parts: readonly Part[], pen: Pen): ReactNode[] => [
  h(
    Heading,
    {
      key: 'heading',
      as: 'h1',
      // It may be another person's text.
      dir: 'auto',
      className: 'p-ink',
      style: { ...BASE, margin: '0 0 16px', fontSize: 22, lineHeight: '30px', fontWeight: 650 },
    },
    subject,
  ),
  ...parts.map((part, at) => h(Fragment, { key: at }, partOf(part, pen, at === parts.length - 1))),
]

/** Logo and name as text: nothing is fetched. */
function header(name: string | undefined, { side, colours }: Pen): ReactNode {
  const mark = {
    display: 'inline-block',
    width: 28,
    [side === 'right' ? 'marginLeft' : 'marginRight']: 10,
    borderRadius: 8,
    background: colours.fill,
    color: colours.ink,
    fontFamily: FONT,
    fontSize: 16,
    lineHeight: '28px',
    fontWeight: 700,
    textAlign: 'center',
  } as const
  const shown = name ?? PRODUCT
  return h(
    Text,
    { className: 'p-ink', style: { ...BASE, margin: '0 4px 20px', lineHeight: '28px', fontWeight: 650 } },
    h('span', { 'aria-hidden': true, style: mark }, [...shown][0]?.toUpperCase() ?? ''),
    shown,
  )
}

/** Isolates the direction of the text from that of the mail. */
const own = (text: string): ReactNode => h('span', { dir: 'auto' }, text)

const broken = (text: string): ReactNode[] =>
  text.split('\n').flatMap((each, at) => (at === 0 ? [each] : [h('br', { key: at }), each]))

function partOf(part: Part, pen: Pen, isLast: boolean): ReactNode {
  switch (part.kind) {
    case 'text':
      return h(Text, { className: 'p-ink', style: { ...BASE, margin: '0 0 16px' } }, ...broken(part.text))
    case 'quote':
      return h(
        'blockquote',
        {
          className: 'p-quote p-ink',
          // Quotes may be in any language.
          dir: 'auto',
          style: {
            ...BASE,
            margin: '0 0 16px',
            padding: '12px 16px',
            background: '#f6f6f7',
            [pen.side === 'right' ? 'borderRight' : 'borderLeft']:
              `3px solid ${pen.colours === OURS ? '#c9c6f4' : pen.colours.fill}`,
            borderRadius: 6,
            textAlign: 'start',
          },
        },
        ...broken(part.text),
      )
    case 'facts':
      return factsOf(part.facts, pen)
    case 'list':
      return h(
        Fragment,
        null,
        ...part.entries.map((entry, at) =>
          h(
            Text,
            { key: at, className: 'p-ink', style: { ...BASE, margin: '0 0 12px' } },
            h('strong', { dir: 'auto' }, entry.title),
            entry.detail
              ? h(Fragment, null, h('br'), h('span', { className: 'p-dim', style: { ...SMALL } }, entry.detail))
              : null,
          ),
        ),
      )
    case 'said':
      return saidOf(part)
    case 'button':
      return buttonOf(part, pen, isLast)
  }
}

const factsOf = (facts: readonly (readonly [string, string])[], { side }: Pen): ReactNode =>
  h(
    'table',
    {
      ...TABLE,
      style: { width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' },
    },
    h(
      'tbody',
      null,
      ...facts.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h(
            'td',
            {
              className: 'p-dim p-line',
              style: {
                ...BASE,
                width: '32%',
                padding: side === 'right' ? '8px 0 8px 12px' : '8px 12px 8px 0',
                fontSize: 14,
                color: DIM,
                borderTop: '1px solid #ececf0',
                verticalAlign: 'top',
              },
            },
            label,
          ),
          h(
            'td',
            {
              className: 'p-ink p-line',
              style: {
                ...BASE,
                padding: '8px 0',
                fontSize: 14,
                borderTop: '1px solid #ececf0',
                verticalAlign: 'top',
              },
            },
            own(value),
          ),
        ),
      ),
    ),
  )

function saidOf({ who, at, text }: Extract<Part, { kind: 'said' }>): ReactNode {
  const when = h('span', { dir: 'ltr', className: 'p-dim', style: { fontSize: 13, color: DIM } }, at)
  return who
    ? h(
        Text,
        { className: 'p-ink', style: { ...BASE, margin: '0 0 16px' } },
        h('strong', { dir: 'auto' }, who),
        ' ',
        when,
        h('br'),
        h('span', { dir: 'auto', style: { display: 'block', textAlign: 'start' } }, ...broken(text)),
      )
    : h(
        Text,
        { className: 'p-dim', style: { ...BASE, margin: '0 0 16px', color: DIM, textAlign: 'center' } },
        ...broken(text),
        ' ',
        when,
      )
}

function buttonOf(
  { label, link }: Extract<Part, { kind: 'button' }>,
  { texts, colours }: Pen,
  isLast: boolean,
): ReactNode {
  return h(
    Fragment,
    null,
    h(
      Section,
      { style: { margin: '8px 0 24px' } },
      h(
        Button,
        {
          href: link,
          className: 'p-button',
          style: {
            ...BASE,
            padding: '12px 22px',
            background: colours.fill,
            color: colours.ink,
            borderRadius: 10,
            fontWeight: 600,
            textDecoration: 'none',
          },
        },
        label,
      ),
    ),
    h(
      Text,
      { className: 'p-dim', style: { ...SMALL, margin: '0 0 16px' } },
      texts.noButton,
      h('br'),
      h(
        Link,
        {
          href: link,
          dir: 'ltr',
          className: 'p-link',
          style: { ...SMALL, color: colours.link, wordBreak: 'break-all' },
        },
        link,
      ),
    ),
    isLast ? null : h(Hr, { className: 'p-line', style: { margin: '0 0 16px', borderTop: '1px solid #ececf0' } }),
  )
}
