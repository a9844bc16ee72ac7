import { createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

const VALID_YEARS = 20;
const SHA256_WITH_RSA = tag(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");

/** A self-signed certificate (DER), the form in which identity providers accept a public key. */
export function createCertificate(privateKey: KeyObject, name: string, now: Date): Buffer {
  const subject = tag(0x30, tag(0x31, tag(0x30, COMMON_NAME, tag(0x0c, Buffer.from(name.slice(0, 64))))));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS);
  const serial = randomBytes(16);
  // A serial number is positive and has no leading zeros.
  serial[0] = (serial.readUInt8(0) & 0x7f) | 0x40;
  const content = tag(
    0x30,
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, serial),
    SHA256_WITH_RSA,
    subject,
    tag(0x30, toTime(now), toTime(until)),
    subject,
    createPublicKey(privateKey).export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", content, privateKey);
  return tag(0x30, content, SHA256_WITH_RSA, tag(0x03, Buffer.from([0]), signature));
}

/** UTCTime, which has two digits for the year and ends in 2049; GeneralizedTime after that. */
function toTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const isLong = date.getUTCFullYear() >= 2050;
  return tag(isLong ? 0x18 : 0x17, Buffer.from(`${isLong ? digits : digits.slice(2)}Z`));
}

/** One ASN.1 value: its tag, the length of its content, and the content. */
function tag(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}
