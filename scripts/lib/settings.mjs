/** @param {string | undefined} value */
const isOn = (value) => /^(1|true|yes|on)$/i.test(value?.trim() ?? '')

/** No step may use the network. */
export const offline = isOn(process.env.APPLIANCE_OFFLINE)

/** Compile for any processor of this kind (images), not for the one at hand. */
export const portableBuild = isOn(process.env.APPLIANCE_PORTABLE_BUILD)
