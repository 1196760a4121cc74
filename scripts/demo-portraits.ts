import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Draws the avatars of the demo people: `node scripts/run.mjs scripts/demo-portraits.ts`. They are of our own making and
 * the same at every run; the demo reads the files, so that its start draws nothing.
 */

const folder = 'server/demo/people/portraits'
const side = 256

type Look = { skin: string; hair: string; shirt: string; wall: string }
type Kind = 'woman' | 'man' | 'girl' | 'boy'

const skins = ['#f3cfb3', '#e9b894', '#f7dcc6', '#d9a47c'] as const
const hairs = ['#3b2a20', '#6b4226', '#a8672f', '#d9a441', '#1f1b1a', '#8a4b2d'] as const
const shirts = ['#3f6fb5', '#2f8f7f', '#c65f4a', '#7b5ea7', '#d08a2e', '#4d5b6b'] as const
const walls = ['#dfe9f5', '#e3f1ea', '#fbe9dc', '#ece6f5', '#fdf1d3', '#e6eaee'] as const

/** What is behind the head, and what is in front of the face. */
type Hair = (look: Look) => { behind: string; front: string }

const fringe = ({ hair }: Look, drop: number) =>
  `<path d="M79 122c-8-54 20-82 49-82s57 28 49 82c-4-16-12-28-23-${drop} -16 12-42 14-56 4-8 8-14 16-19 ${drop - 4}z" fill="${hair}"/>`
const cap = ({ hair }: Look) =>
  `<path d="M82 104c-6-42 20-62 46-62s52 20 46 62c-6-14-10-26-18-32-16 8-40 8-56 0-8 6-12 18-18 32z" fill="${hair}"/>`

const styles: Record<Kind, readonly Hair[]> = {
  woman: [
    (look) => ({
      behind: `<path d="M70 196c-8-90 8-154 58-154s66 64 58 154z" fill="${look.hair}"/>`,
      front: fringe(look, 36),
    }),
    (look) => ({
      behind: `<path d="M76 160c-14-70 8-118 52-118s66 48 52 118z" fill="${look.hair}"/>`,
      front: fringe(look, 30),
    }),
    (look) => ({ behind: `<circle cx="128" cy="42" r="26" fill="${look.hair}"/>`, front: fringe(look, 40) }),
  ],
  man: [
    (look) => ({ behind: '', front: cap(look) }),
    (look) => ({
      behind: '',
      front: `${cap(look)}<path d="M84 124c2 44 20 60 44 60s42-16 44-60c-8 20-22 24-44 24s-36-4-44-24z" fill="${look.hair}"/>`,
    }),
    (look) => ({
      behind: '',
      front: `${cap(look)}<g fill="none" stroke="#3a3f45" stroke-width="4"><circle cx="110" cy="118" r="14"/><circle cx="146" cy="118" r="14"/><path d="M124 118h8"/></g>`,
    }),
  ],
  girl: [
    (look) => ({
      behind: `<circle cx="66" cy="140" r="24" fill="${look.hair}"/><circle cx="190" cy="140" r="24" fill="${look.hair}"/>`,
      front: fringe(look, 34),
    }),
    (look) => ({
      behind: `<path d="M72 186c-10-84 8-144 56-144s66 60 56 144z" fill="${look.hair}"/>`,
      front: `${fringe(look, 38)}<path d="M128 46l-24-14v28zM128 46l24-14v28z" fill="${look.shirt}"/>`,
    }),
    (look) => ({
      behind: `<path d="M78 156c-14-66 6-114 50-114s64 48 50 114z" fill="${look.hair}"/>`,
      front: fringe(look, 26),
    }),
  ],
  boy: [
    (look) => ({ behind: '', front: cap(look) }),
    (look) => ({
      behind: '',
      front: `<g fill="${look.hair}">${[88, 104, 122, 140, 158, 170].map((x, at) => `<circle cx="${x}" cy="${at === 0 || at === 5 ? 82 : 64}" r="20"/>`).join('')}</g>`,
    }),
    (look) => ({ behind: '', front: fringe(look, 42) }),
  ],
}

function portrait(kind: Kind, number: number): string {
  const pick = <T>(from: readonly T[], step: number): T => from[(number * step + kind.length) % from.length] as T
  const look = { skin: pick(skins, 1), hair: pick(hairs, 5), shirt: pick(shirts, 1), wall: pick(walls, 7) }
  const isChild = kind === 'girl' || kind === 'boy'
  const { behind, front } = (styles[kind][number % 3] as Hair)(look)
  const eye = isChild ? 6.5 : 5
  const shoulders = isChild ? 'M56 256c4-52 34-66 72-66s68 14 72 66z' : 'M34 256c4-60 44-74 94-74s90 14 94 74z'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="${side}" height="${side}">
    <rect width="256" height="256" fill="${look.wall}"/>${behind}
    <path d="${shoulders}" fill="${look.shirt}"/>
    <path d="M108 150h40v38c-8 14-32 14-40 0z" fill="${look.skin}"/><path d="M108 166c12 12 28 12 40 0v-16h-40z" fill="#000" opacity=".1"/>
    <ellipse cx="82" cy="122" rx="9" ry="13" fill="${look.skin}"/><ellipse cx="174" cy="122" rx="9" ry="13" fill="${look.skin}"/>
    <ellipse cx="128" cy="116" rx="46" ry="${isChild ? 50 : 54}" fill="${look.skin}"/>
    <g fill="#e58f7b" opacity=".35"><circle cx="100" cy="136" r="9"/><circle cx="156" cy="136" r="9"/></g>
    <g fill="#2c2522"><circle cx="110" cy="118" r="${eye}"/><circle cx="146" cy="118" r="${eye}"/></g>
    <path d="M114 144c8 9 20 9 28 0" fill="none" stroke="#a5523f" stroke-width="4.5" stroke-linecap="round"/>${front}</svg>`
}

mkdirSync(folder, { recursive: true })
for (const kind of ['woman', 'man', 'girl', 'boy'] as const) {
  for (let number = 0; number < 6; number += 1) {
    const picture = await sharp(Buffer.from(portrait(kind, number)))
      .webp({ quality: 78 })
      .toBuffer()
    writeFileSync(join(folder, `${kind}-${number + 1}.webp`), picture)
  }
}
