// Sounds, made on the spot from sine waves and noise. Loaded when they are wanted (`wishes.js`); a browser lets them
// begin only after a touch.

let context = null;
let noise = null;
// Some browsers keep silent what was not begun in the touch itself.
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => context?.resume());

function ready() {
  if (document.hidden) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return true;
}

function hiss() {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

// A volume that rises within 10 ms and dies away.
function fading(volume, seconds) {
  const gain = context.createGain();
  const now = context.currentTime;
  gain.gain.setValueAtTime(0.0001, now);
  gain.gain.exponentialRampToValueAtTime(volume, now + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  gain.connect(context.destination);
  return gain;
}

function tone(from, to, seconds, volume, type = "sine") {
  const wave = context.createOscillator();
  wave.type = type;
  wave.frequency.setValueAtTime(from, context.currentTime);
  wave.frequency.exponentialRampToValueAtTime(to, context.currentTime + seconds);
  wave.connect(fading(volume, seconds));
  wave.start();
  wave.stop(context.currentTime + seconds);
}

function rush(from, to, seconds, volume, kind = "bandpass") {
  const source = context.createBufferSource();
  source.buffer = hiss();
  source.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = kind;
  filter.frequency.setValueAtTime(from, context.currentTime);
  filter.frequency.exponentialRampToValueAtTime(to, context.currentTime + seconds);
  source.connect(filter).connect(fading(volume, seconds));
  source.start();
  source.stop(context.currentTime + seconds);
}

const sounds = {
  flip: () => rush(2400, 900, 0.09, 0.2),
  tick: () => tone(1150, 1100, 0.04, 0.06, "triangle"),
  whoosh: () => rush(500, 2600, 0.55, 0.22),
  ski: () => rush(1800, 700, 0.35, 0.1),
  crash: () => {
    rush(900, 200, 0.3, 0.3, "lowpass");
    tone(180, 60, 0.25, 0.25, "square");
  },
  stomp: () => tone(95, 38, 0.2, 0.5),
  rumble: () => rush(140, 60, 1.1, 0.5, "lowpass"),
  bell: () => {
    tone(880, 878, 0.7, 0.14);
    tone(1318, 1316, 0.9, 0.1);
  },
};

export function play(name) {
  if (ready()) sounds[name]?.();
}
