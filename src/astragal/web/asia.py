"""Endpoints of Asia Poker."""

from astragal import asia
from astragal.web.schemas import AsiaGame, AsiaHand, AsiaHouse, AsiaPractice, AsiaSetting
from astragal.web.setting import Room, setting_router

router = setting_router(
    Room(
        rules=asia.Rules,
        game=asia.Game,
        choice=AsiaGame,
        hand=AsiaHand,
        house=AsiaHouse,
        setting=AsiaSetting,
        practice=AsiaPractice,
        card="short",
    )
)
