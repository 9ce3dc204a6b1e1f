/** `9 min 40 s`, `1 h 5 min`: the two largest units of a time in seconds. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return join(`${hours} h`, minutes, "min");
  return minutes > 0 ? join(`${minutes} min`, rest, "s") : `${rest} s`;
}

/** `15 GiB`, `1.5 GiB`: bytes in a unit that leaves one to four digits. */
export function bytes(count: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${decimals(value)} ${units[unit]}`;
}

/** `9.20 USD/h`, or that the price is unknown. */
export function price(usdPerHour: number | null): string {
  return usdPerHour === null ? "price unknown" : `${usdPerHour.toFixed(2)} USD/h`;
}

/** `20.98 to 41.97 USD/h`, or that the price is unknown. */
export function priceRange(range: { min: number; max: number } | null): string {
  if (range === null || range.min === range.max) return price(range?.max ?? null);
  return `${range.min.toFixed(2)} to ${price(range.max)}`;
}

/** `1 pod`, `3 pods`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** At most two decimals, without trailing zeros: `1.25`, `2`. */
export function decimals(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function join(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}
