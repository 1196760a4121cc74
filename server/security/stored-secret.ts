import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const prefix = 'aes-256-gcm:'
const sizes = { key: 32, nonce: 12, tag: 16 }

/** What a secret is for. One key of the installation serves several purposes; each has a key of its own. */
type Purpose = 'webhook-secrets' | 'push-key' | 'saved-cards' | 'bank-details' | 'data-exports'

/** How a secret is stored: encrypted by the key of the installation, or as it is without one. */
export function sealSecret(secret: string, key: string | undefined, purpose: Purpose): string {
  if (key === undefined) return secret
  const nonce = randomBytes(sizes.nonce)
  const cipher = createCipheriv('aes-256-gcm', derivedFrom(key, purpose), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** The secret of a stored one. Throws if the key is not the one that it was encrypted by. */
export function openSecret(stored: string, key: string | undefined, purpose: Purpose): string {
  if (!stored.startsWith(prefix)) return stored
  if (key === undefined) throw new Error('the secret is encrypted: set SECRETS_KEY')
  const sealed = Buffer.from(stored.slice(prefix.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', derivedFrom(key, purpose), sealed.subarray(0, sizes.nonce))
  decipher.setAuthTag(sealed.subarray(sizes.nonce, sizes.nonce + sizes.tag))
  try {
    const text = [decipher.update(sealed.subarray(sizes.nonce + sizes.tag)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch (error) {
    throw new Error('the secret was encrypted by another SECRETS_KEY', { cause: error })
  }
}

export function canOpenSecret(stored: string, key: string | undefined, purpose: Purpose): boolean {
  try {
    openSecret(stored, key, purpose)
    return true
  } catch {
    return false
  }
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(prefix)
}

function derivedFrom(key: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, sizes.key))
}
