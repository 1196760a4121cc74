import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type Theme, themes } from '#contract/enumerations.ts'

/** The theme chosen on this device; before a choice, that of the system. */
export function requestTheme({ cookies }: Pick<FastifyRequest, 'cookies'>): Theme {
  return themeOf(cookies.theme)
}

export function themeOf(text: unknown): Theme {
  return themes.find((theme) => theme === text) ?? 'system'
}
