import type { IconName } from '#src/ui/icon.tsx'

const known: Record<string, { name: string; icon: IconName }> = {
  yandex: { name: 'Яндекс', icon: 'yandex' },
  vk: { name: 'VK ID', icon: 'vk' },
}

/** Name and icon of a provider of linked accounts; unknown providers use their configured name. */
export function providerAppearance(provider: string): { name: string; icon: IconName } {
  return known[provider] ?? { name: provider, icon: 'profile' }
}
