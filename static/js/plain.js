// The table of a game without drawings: the line to the server, what is sent, the chat, and whose move it is.

import "./socket.js";
import "./act.js";
import "./talk.js";
import "./kept.js";
import "./text-clock.js";
import { mine } from "./turn.js";

document.documentElement.classList.add("has-script");
document.addEventListener("regions:after", mine);
mine();
