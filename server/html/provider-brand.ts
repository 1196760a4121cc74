import { html, type Markup } from './markup.ts'

const known: Record<string, { name: string; stroke: string }> = {
  yandex: {
    name: 'Яндекс',
    stroke: 'M13.5 20.25V3.75h-1.25c-2.75 0-4.5 1.75-4.5 4.25 0 2.75 1.75 4.25 4.25 4.25h1.5m-2 0L7.5 20.25',
  },
  vk: {
    name: 'VK ID',
    stroke:
      'M3.75 7.5c.5 6 3.5 9.25 8.5 9.25h.5v-9.25M20.25 7.5c-.75 2.5-3 4.25-5 4.75 2.25.4 4.5 2 5.25 4.5m-7.75-9.25h-1.5M3.75 7.5h2.5',
  },
}

/** Display name and icon of a provider. An unknown provider is shown by its configured name. */
export function providerBrand(provider: string): { name: string; icon: Markup | null } {
  const look = known[provider]
  return { name: look?.name ?? provider, icon: look ? iconOf(look.stroke) : null }
}

function iconOf(stroke: string): Markup {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${stroke}"/></svg>`
}
