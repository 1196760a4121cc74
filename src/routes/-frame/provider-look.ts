import type { IconName } from '#src/ui/icon.tsx'

const known: Record<string, { name: string; icon: IconName }> = {
  yandex: { name: 'Яндекс', icon: 'yandex' },
  vk: { name: 'VK ID', icon: 'vk' },
}

/** How a provider of linked accounts calls itself; one that only the configuration knows goes by its name there. */
export function providerLook(provider: string): { name: string; icon: IconName } {
  return known[provider] ?? { name: provider, icon: 'profile' }
}
