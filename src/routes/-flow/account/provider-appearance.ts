import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { IconName } from '#src/ui/icon.tsx'

const known: Record<string, { name: MessageDescriptor | string; icon: IconName }> = {
  yandex: { name: msg`Яндекс`, icon: 'yandex' },
  vk: { name: 'VK ID', icon: 'vk' },
}

/** Name and icon of a provider of linked accounts; unknown providers use their configured name. */
export function useProviderAppearance(): (provider: string) => { name: string; icon: IconName } {
  const { i18n } = useLingui()
  return (provider) => {
    const { name, icon } = known[provider] ?? { name: provider, icon: 'profile' }
    return { name: typeof name === 'string' ? name : i18n._(name), icon }
  }
}
